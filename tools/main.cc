#include "tools/program.h"

int main(int argc, char** argv) { return lielow::RunProgram(argc, argv); }
