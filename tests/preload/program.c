/* In: what to do. Out: 0 and no word when the numbers are right. */
#include <dlfcn.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "solve.h"

#ifdef OWN_XERBLA
static int errors;
void xerbla_(const char *name, const INT *info, unsigned long length) { errors += *info == 3 && length >= 5 && !strncmp(name, "DGEMM", 5); }
#endif
#ifdef CONSTRUCTOR
static int early = -1;
__attribute__((constructor)) static void before_main(void) { early = solve(50); }
int constructor_result(void) { return early; }
#else
#ifdef WITH_CONSTRUCTOR
int constructor_result(void);
#endif
int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int bad = 0;
#ifdef WITH_CONSTRUCTOR
    bad |= constructor_result();
#endif
    if (!strcmp(what, "dlopen")) bad |= !dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
    if (!strcmp(what, "locale") && (!setlocale(LC_ALL, "") || *localeconv()->decimal_point != ',')) return 77;
    if (!strcmp(what, "early")) {
        for (int i = 0; i < 2; ++i)
            if (!fork()) exit(solve(60 + i));
        for (int status; wait(&status) > 0;) bad |= !WIFEXITED(status) || WEXITSTATUS(status);
    }
    bad |= solve(5) | solve(60) | solve(150);
    if (!strcmp(what, "fork")) {
        for (int i = 0; i < 3; ++i) {
            const pid_t child = fork();
            if (!child) {
                const int wrong = solve(60) | solve(200);
                if (i == 2) _exit(wrong);
                exit(wrong);
            }
            int status = 0;
            bad |= solve(200);
            waitpid(child, &status, 0);
            bad |= !WIFEXITED(status) || WEXITSTATUS(status);
        }
    }
    if (!strcmp(what, "exec")) execl("/bin/true", "true", (char *)0);
#ifdef OWN_XERBLA
    const INT minus = -1, n = 4;
    double x[16] = {0};
    dgemm_("N", "N", &minus, &n, &n, x, x, &n, x, &n, x, x, &n);
    bad |= errors != 1;
#endif
    if (!strcmp(what, "_exit")) _exit(bad);
    if (!strcmp(what, "kill")) kill(getpid(), SIGKILL);
    if (!strcmp(what, "segv")) signal(SIGSEGV, SIG_DFL), raise(SIGSEGV);
    return bad;
}
#endif
