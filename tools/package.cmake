# What `cmake --install` puts where, and the Debian package that `cpack` makes of it. A package is
# for other machines too: configure it with -DLIELOW_NATIVE=OFF.

include(GNUInstallDirs)
install(DIRECTORY configs DESTINATION ${CMAKE_INSTALL_DATADIR}/lielow)
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/lielow)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lielow)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Learns the board game Lielow by playing against itself")
set(CPACK_PACKAGE_CONTACT "The Lielow Zero developers <lielow@localhost>")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS libopenblas0)  # What LibTorch is slow without.
include(CPack)
