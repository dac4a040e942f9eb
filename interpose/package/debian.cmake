# In: the rules of `cmake --install` with the prefix /usr. Out: `cpack` makes shunt_<version>_<architecture>.deb, and where
# the plug-in for GPUs is built libshunt-cuda_<version>_<architecture>.deb.
# Debian's policy wants manual pages and the changelog compressed, without time stamps.
find_program(gzip gzip REQUIRED)
function(install_compressed file destination)
    get_filename_component(name ${file} NAME)
    add_custom_command(OUTPUT ${name}.gz COMMAND ${gzip} -9nc ${CMAKE_CURRENT_SOURCE_DIR}/${file} > ${name}.gz
                       DEPENDS ${file} VERBATIM)
    add_custom_target(compressed_${name} ALL DEPENDS ${name}.gz)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.gz DESTINATION ${destination})
endfunction()
install_compressed(../command/man/shunt.1 ${CMAKE_INSTALL_MANDIR}/man1)
install_compressed(../command/man/shunt.7 ${CMAKE_INSTALL_MANDIR}/man7)
install_compressed(changelog ${CMAKE_INSTALL_DATADIR}/doc/shunt)
install(FILES copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/shunt)
install(FILES lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME shunt)

set(multiarch ${CMAKE_LIBRARY_ARCHITECTURE})
set(library_folder ${CMAKE_INSTALL_FULL_LIBDIR})
foreach(script postinst prerm)
    configure_file(${script}.in control/${script} @ONLY FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
                   GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    list(APPEND CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/control/${script})
endforeach()
# Who links with libshunt.so needs this package; who links with libblas.so.3 may have any BLAS. (No generated shlibs.)
file(CONFIGURE OUTPUT control/shlibs CONTENT "libshunt 0 shunt (>= @PROJECT_VERSION@)\n" @ONLY)
list(APPEND CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/control/shlibs
     ${CMAKE_CURRENT_SOURCE_DIR}/postrm ${CMAKE_CURRENT_SOURCE_DIR}/triggers)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Shunt authors <shunt@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "BLAS and LAPACK that pass each call to where it is fastest")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Shunt stands in front of the BLAS and LAPACK of a system. Calls for which its
own kernels were measured to be faster than the library behind run on them:
products, triangular solves, Cholesky and LU factorizations with AVX2 or
AVX-512. All others are passed on to that library unchanged.
.
This package registers Shunt as an alternative for libblas.so.3 and
liblapack.so.3, which programs then use without being changed, and has the
shunt command that runs or examines single programs.")
# Passing on needs somebody behind; whichever of Debian's it is. Shunt does not provide these names itself.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libblas3 | libblas.so.3, liblapack3 | liblapack.so.3")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libopenblas0")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "liblapacke, libblas64-3 | libblas64.so.3, liblapack64-3 | liblapack64.so.3")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR})

# The plug-in is a package of its own: without it all else works, and it needs what Debian does not have.
if(SHUNT_CUDA)
    set(folder ${CMAKE_INSTALL_DATADIR}/doc/libshunt-cuda)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz DESTINATION ${folder} COMPONENT cuda)
    install(FILES copyright-cuda DESTINATION ${folder} RENAME copyright COMPONENT cuda)
    set(CPACK_DEB_COMPONENT_INSTALL ON)
    set(CPACK_COMPONENTS_ALL Unspecified cuda)
    set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME shunt)
    # CPack would put the one summary over both descriptions; each begins with its own.
    set(CPACK_DEBIAN_UNSPECIFIED_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION_SUMMARY}\n${CPACK_DEBIAN_PACKAGE_DESCRIPTION}")
    unset(CPACK_PACKAGE_DESCRIPTION_SUMMARY)
    foreach(field DEPENDS RECOMMENDS SUGGESTS CONTROL_EXTRA)
        set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_${field} ${CPACK_DEBIAN_PACKAGE_${field}})
        unset(CPACK_DEBIAN_PACKAGE_${field})
    endforeach()
    unset(CPACK_DEBIAN_PACKAGE_DESCRIPTION)
    set(CPACK_DEBIAN_CUDA_PACKAGE_NAME libshunt-cuda)
    set(CPACK_DEBIAN_CUDA_PACKAGE_SECTION contrib/libs)
    set(CPACK_DEBIAN_CUDA_PACKAGE_DEPENDS "shunt (= ${PROJECT_VERSION})")
    set(CPACK_DEBIAN_CUDA_DESCRIPTION
"plug-in of Shunt that brings BLAS and LAPACK to NVIDIA GPUs
With it large calls of BLAS and LAPACK go to a GPU where that is faster,
matrices in the host's memory included. It wants a GPU of compute capability
8.0 or later, NVIDIA's driver, and cuBLAS of CUDA 12 or later, and without
them does nothing.")
endif()
include(CPack)
