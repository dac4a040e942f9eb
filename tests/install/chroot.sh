#!/bin/bash
# In: a build folder of the preset deb; root, debootstrap and a Debian mirror. Out: 0 when the package installs, serves
# programs, upgrades and goes without a trace on a Debian 12 made for it.
#   tests/install/chroot.sh BUILD [FOLDER]      FOLDER (/var/tmp/shunt-chroot) keeps downloads for the next time.
set -euo pipefail
build=$(realpath "$1") folder=${2:-/var/tmp/shunt-chroot}
here=$(dirname "$(realpath "$0")")
# Mounts are this script's own and end with it.
[ -n "${SHUNT_CHROOT:-}" ] || SHUNT_CHROOT=1 exec unshare --mount "$(realpath "$0")" "$@"

mkdir -p "$folder/cache"
folder=$(realpath "$folder") root=$folder/root
[ ! -e "$root" ] || [ -e "$folder/debootstrap.log" ] || { echo "$root was not made by this script"; exit 2; }
rm -rf --one-file-system "$root"
debootstrap --variant=minbase --cache-dir="$folder/cache" bookworm "$root" http://deb.debian.org/debian >"$folder/debootstrap.log"
mount -t proc proc "$root/proc"
mount --bind "$folder/cache" "$root/var/cache/apt/archives"
cp /etc/resolv.conf "$root/etc/"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
printf 'Binary::apt::APT::Keep-Downloaded-Packages "true";\n' >"$root/etc/apt/apt.conf.d/keep"
chmod 755 "$root/usr/sbin/policy-rc.d"
for version in 0.0.9 ""; do
    (cd "$build" && cpack ${version:+-D CPACK_PACKAGE_VERSION=$version} -D CPACK_OUTPUT_FILE_PREFIX="$root/root" >"$folder/cpack.log" 2>&1)
done
old=$(cd "$root" && ls ./root/shunt_0.0.9_*.deb) new=$(cd "$root" && ls ./root/shunt_*.deb | grep -v 0.0.9)
multiarch=$(gcc -print-multiarch) names="libblas.so.3 liblapack.so.3 libblas64.so.3 liblapack64.so.3"
lib=/usr/lib/$multiarch
failed=0

in_root() {
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive OPENBLAS_NUM_THREADS=1 "$@"
}
apt() { in_root apt-get -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 "$@" >"$folder/apt.log" 2>&1 || { cat "$folder/apt.log"; false; }; }
check() {  # check WHAT CONDITION...
    local what=$1
    shift
    if "$@"; then echo "  ok      $what"; else echo "  FAILED  $what"; failed=1; fi
}
same() { [ "$1" = "$2" ] || { diff <(echo "$1") <(echo "$2"); false; }; }
absent() { [ ! -e "$1" ] && [ ! -L "$1" ]; }
# The alternatives as they are, with the links on disk and what the loader's cache says.
state() {
    local name
    for name in $names; do
        in_root update-alternatives --query "$name-$multiarch" 2>&1
        chroot "$root" readlink -f "$lib/$name" || true
    done
    in_root ldconfig -p | grep -E 'lib(blas|lapack)(64)?\.so\.3'
}
value() { in_root update-alternatives --query "$1-$multiarch" 2>/dev/null | sed -n 's/^Value: //p'; }
status() { in_root update-alternatives --query "$1-$multiarch" | sed -n 's/^Status: //p'; }
ours() {
    local name
    for name in ${*:-$names}; do [ "$(value "$name")" = "$lib/shunt/$name" ] || { echo "$name is $(value "$name")"; return 1; }; done
}
nothing_left() {
    local rest
    rest=$(cd "$root" && find . -xdev -iname '*shunt*' ! -path './root/*' ! -path './var/cache/apt/*' ! -path './proc/*')
    rest+=$(grep -rlI shunt "$root/etc" "$root/var/lib/dpkg/alternatives" "$root/var/lib/dpkg/status" || true)
    [ -z "$rest" ] || { echo "$rest"; false; }
}

echo "== Debian $(cat "$root/etc/debian_version"), $old, $new"
apt update
echo "== nothing but the Reference: it comes with the package"
check "no BLAS before" absent "$root$lib/libblas.so.3"
check "apt recommends a fast BLAS behind it" grep -q "Inst libopenblas0 " <(in_root apt-get -s install "$new" 2>&1)
apt install "$new"
check "Shunt is libblas.so.3 and liblapack.so.3, with 32-bit and 64-bit integers" ours
check "its scripts say nothing" same "$(sed -n '/Setting up shunt/,$p' "$folder/apt.log" | grep -v -E '^(Setting up|Processing triggers)')" ""
in_root update-alternatives --query "libblas.so.3-$multiarch" | sed 's/^/    /'
echo "    installed: $(in_root dpkg-query -W -f '${binary:Package} ${Version} ' shunt libblas3 liblapack3)"
check "the command runs" in_root shunt --version
echo "== removed: as if it had not been there"
apt remove shunt
reference=$(state)
check "the Reference serves again" same "$(value libblas.so.3) $(value liblapack.so.3)" "$lib/blas/libblas.so.3 $lib/lapack/liblapack.so.3"
check "no 64-bit alternative is left" same "$(value libblas64.so.3)" ""
apt purge shunt
check "purge leaves nothing" nothing_left

echo "== before and after, with the Reference"
apt install "$new"
check "installed" ours
apt remove shunt
check "alternatives, links and the loader's cache are as before" same "$(state)" "$reference"

echo "== programs on the Reference"
apt install "$new" python3-numpy octave r-base-core gfortran libblas-dev liblapack-dev libblas64-3 liblapack64-3
check "still Shunt" ours
cp "$here/consumer/main.f90" "$root/root/"
in_root gfortran -o /root/fortran /root/main.f90 -llapack -lblas
cp "$here/consumer/main.c" "$here/../preload/solve.h" "$root/root/"
in_root gcc -w -DINT=long -o /root/wide /root/main.c -l:liblapack64.so.3 -l:libblas64.so.3 -lm
cat >"$root/root/products.py" <<'P'
import numpy
a = numpy.random.default_rng(1).standard_normal((600, 600)); s = a @ a.T + 600 * numpy.eye(600)
assert numpy.allclose(s @ numpy.linalg.solve(s, a), a) and numpy.allclose(numpy.linalg.cholesky(s).dot(numpy.linalg.cholesky(s).T), s)
print("numpy", numpy.__version__, *sorted({line.split()[-1] for line in open("/proc/self/maps") if "libblas" in line or "libshunt" in line}))
P
cat >"$root/root/octave.m" <<'P'
a = rand(600); s = a * a' + 600 * eye(600);
assert(s * (s \ a), a, 1e-8); r = chol(s); assert(r' * r, s, 1e-8); assert(inv(s) * s, eye(600), 1e-8);
printf("octave %s\n", version());
P
cat >"$root/root/r.R" <<'P'
a <- matrix(rnorm(360000), 600); s <- crossprod(a) + 600 * diag(600)
stopifnot(all.equal(s %*% solve(s, a), a), all.equal(crossprod(chol(s)), s))
cat("R", as.character(getRversion()), "BLAS", extSoftVersion()["BLAS"], "LAPACK", La_library(), "\n")
P
programs() {  # programs WORDS: what SHUNT_REPORT=1 says of each; all of them have to be served, with these words
    local program
    for program in "python3 /root/products.py" "octave-cli --no-gui -q /root/octave.m" "Rscript /root/r.R" /root/fortran; do
        in_root SHUNT_REPORT=1 $program >"$folder/out" 2>&1 || { cat "$folder/out"; check "$program" false; continue; }
        check "$program" grep -q -E "calls, [1-9][0-9]* taken over" "$folder/out"
        check "  ... passes on to $1" grep -q -E "behind: .*$1" "$folder/out"
        grep -E '^(numpy|octave|R) |behind:|taken over|^ *[sdcz][a-z0-9]+ +[0-9]' "$folder/out" | sed 's/^ */    /' | cut -c1-110
        in_root $program >"$folder/out" 2>&1
        check "  ... and is silent otherwise" same "$(grep -c -i shunt: "$folder/out")" 0
    done
}
programs "/blas/libblas.so.3"
check "C with 64-bit integers" in_root /root/wide
echo "== projects, without a word about where Shunt is"
apt install cmake make g++ pkg-config
cp -r "$here/consumer" "$root/root/"
project() {  # project NAME OPTIONS...: a CMake project builds, and its programs are served by Shunt
    local name=$1 program
    shift
    in_root cmake -S /root/consumer -B "/root/$name" -DCMAKE_C_FLAGS=-I/root "$@" >"$folder/out" 2>&1 &&
        in_root cmake --build "/root/$name" >>"$folder/out" 2>&1 || { cat "$folder/out"; check "$name" false; return; }
    for program in c cxx fortran; do
        in_root SHUNT_REPORT=1 SHUNT_ROUTE=cpu "/root/$name/$program" >"$folder/out" 2>&1 || true
        check "$name: $program" grep -q -E "calls, [1-9][0-9]* taken over" "$folder/out"
    done
}
project "find_package(Shunt)" -DHOW=Shunt
project "find_package(BLAS)" -DHOW=FindBLAS
echo "    $(cat "$root/root/find_package(BLAS)/libraries.txt")"
in_root sh -c 'cc -w -I/root -o /root/pc /root/main.c $(pkg-config --libs shunt) -lm'
check "pkg-config shunt" in_root /root/pc
echo "== programs, OpenBLAS installed after Shunt"
apt install libopenblas0-pthread libopenblas64-0-pthread
check "still Shunt" ours
programs "openblas"
check "C with 64-bit integers" in_root /root/wide
echo "== removed, with OpenBLAS: OpenBLAS serves"
apt remove shunt
check "OpenBLAS" same "$(value libblas.so.3)" "$lib/openblas-pthread/libblas.so.3"
openblas=$(state)
check "Fortran on OpenBLAS" in_root /root/fortran
echo "== an older version, OpenBLAS installed before; upgrade; remove"
apt install "$old"
check "0.0.9" same "$(in_root dpkg-query -W -f '${Version}' shunt)" 0.0.9
check "Shunt" ours
apt install "$new"
check "upgraded" same "$(in_root dpkg-query -W -f '${Version}' shunt)" "$(echo "$new" | cut -d_ -f2)"
check "still Shunt" ours
check "Fortran" in_root /root/fortran
apt remove shunt
check "alternatives, links and the loader's cache are as before" same "$(state)" "$openblas"
echo "== the administrator's choice outlives an upgrade"
apt install "$old"
in_root update-alternatives --quiet --set "libblas.so.3-$multiarch" "$lib/openblas-pthread/libblas.so.3"
apt install "$new"
check "OpenBLAS by hand" same "$(value libblas.so.3) $(status libblas.so.3)" "$lib/openblas-pthread/libblas.so.3 manual"
check "Shunt's LAPACK over it" ours liblapack.so.3
check "Fortran" in_root /root/fortran
in_root update-alternatives --quiet --auto "libblas.so.3-$multiarch"
in_root update-alternatives --quiet --set "libblas.so.3-$multiarch" "$lib/shunt/libblas.so.3"
apt remove shunt
check "Shunt by hand, removed: automatic again" same "$(state)" "$openblas"
echo "== every other BLAS is taken away by force: Shunt stays, and goes"
apt install "$new"
in_root dpkg --force-depends --purge libblas3 liblapack3 libopenblas0-pthread libblas64-3 liblapack64-3 libopenblas64-0-pthread \
    >"$folder/apt.log" 2>&1
check "Shunt" ours
in_root /root/fortran >"$folder/out" 2>&1 && echo "    fortran: right" || echo "    fortran: $(head -n 2 "$folder/out")"
check "nobody behind is said" grep -q "shunt:" "$folder/out"
in_root dpkg --force-depends --purge shunt >"$folder/apt.log" 2>&1
check "no libblas.so.3 is left" absent "$root$lib/libblas.so.3"
check "purge leaves nothing" nothing_left
apt install -f
check "the Reference is back" same "$(value libblas.so.3)" "$lib/blas/libblas.so.3"
apt remove libblas3 liblapack3
check "apt takes programs with the last BLAS" absent "$root/usr/bin/octave-cli"
[ $failed = 0 ] && echo "== all as it should be"
exit $failed
