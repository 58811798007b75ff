# Finds LibTorch as LIELOW_WITH_TORCH asks, sets LIELOW_HAS_TORCH and Torch_VERSION, and makes the
# target lielow::torch. Another LibTorch than the distribution's is given by CMAKE_PREFIX_PATH.

# A LibTorch with CUDA has a package file that asks for all of CUDA's development files. This
# program needs none of them, only the libraries themselves: sets `root` to where they lie, if such a
# LibTorch is given.
function(find_torch_with_cuda root)
  string(REPLACE ":" ";" prefixes "${CMAKE_PREFIX_PATH};$ENV{CMAKE_PREFIX_PATH}")
  foreach(prefix IN LISTS prefixes)
    foreach(candidate "${prefix}" "${prefix}/../..")
      if(prefix AND EXISTS "${candidate}/lib/libtorch_cuda.so")
        get_filename_component(found "${candidate}" REALPATH)
        set(${root} "${found}" PARENT_SCOPE)
        return()
      endif()
    endforeach()
  endforeach()
endfunction()

add_library(lielow_torch INTERFACE)
add_library(lielow::torch ALIAS lielow_torch)
set(LIELOW_HAS_TORCH OFF)
set(torch_with_cuda "")
if(NOT LIELOW_WITH_TORCH STREQUAL "OFF")
  find_torch_with_cuda(torch_with_cuda)
endif()

if(torch_with_cuda)
  set(LIELOW_HAS_TORCH ON)
  set(TORCH_INSTALL_PREFIX ${torch_with_cuda})
  file(STRINGS ${torch_with_cuda}/include/torch/csrc/api/include/torch/version.h version_lines
    REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) [0-9]+")
  string(REGEX REPLACE "[^0-9;]" "" Torch_VERSION "${version_lines}")
  string(REPLACE ";" "." Torch_VERSION "${Torch_VERSION}")
  file(STRINGS ${torch_with_cuda}/lib/libc10.so new_abi REGEX "__cxx11" LIMIT_COUNT 1)
  target_include_directories(lielow_torch SYSTEM INTERFACE
    ${torch_with_cuda}/include ${torch_with_cuda}/include/torch/csrc/api/include)
  # Nothing of ours calls CUDA's library: it registers itself when it is loaded.
  target_link_libraries(lielow_torch INTERFACE
    -Wl,--no-as-needed
    ${torch_with_cuda}/lib/libtorch.so
    ${torch_with_cuda}/lib/libtorch_cpu.so
    ${torch_with_cuda}/lib/libtorch_cuda.so
    ${torch_with_cuda}/lib/libc10.so
    -Wl,--as-needed
    -Wl,--allow-shlib-undefined)
elseif(NOT LIELOW_WITH_TORCH STREQUAL "OFF")
  if(LIELOW_WITH_TORCH STREQUAL "ON")
    find_package(Torch REQUIRED)
  else()
    find_package(Torch QUIET)
  endif()
  set(LIELOW_HAS_TORCH ${Torch_FOUND})
  if(NOT TORCH_CXX_FLAGS MATCHES "_GLIBCXX_USE_CXX11_ABI=0")
    set(new_abi ON)
  endif()
  target_include_directories(lielow_torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
  target_link_libraries(lielow_torch INTERFACE ${TORCH_LIBRARIES})
endif()

if(LIELOW_HAS_TORCH)
  if(NOT new_abi)
    message(FATAL_ERROR "This LibTorch is built with the old C++ ABI, which the other libraries do not "
                        "use: take the download marked cxx11 ABI, or PyPI's torch 2.7 or newer")
  endif()
  message(STATUS "LibTorch: ${Torch_VERSION} (${TORCH_INSTALL_PREFIX})")
else()
  message(STATUS "LibTorch: none; the program is built without LibTorch's networks and training")
endif()
