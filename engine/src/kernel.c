#include "kernel.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

extern const struct rev_kernel rev_kernel_portable;

#ifdef REV_KERNELS_X86

extern const struct rev_kernel rev_kernel_avx2;
extern const struct rev_kernel rev_kernel_avx512;

/* Every feature is asked for that engine/CMakeLists.txt lets the compiler use. */
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512cd");
}

const struct rev_kernel *rev_kernel_at(int index)
{
    const struct rev_kernel *usable[3];
    int count = 0;
    if (has_avx512())
        usable[count++] = &rev_kernel_avx512;
    if (has_avx2())
        usable[count++] = &rev_kernel_avx2;
    usable[count++] = &rev_kernel_portable;
    return index < count ? usable[index] : NULL;
}

#else

const struct rev_kernel *rev_kernel_at(int index)
{
    return index == 0 ? &rev_kernel_portable : NULL;
}

#endif

const struct rev_kernel *rev_kernel(void)
{
    /* Whoever comes first finds the same answer, so the order of threads does not matter. */
    static const struct rev_kernel *_Atomic chosen;
    const struct rev_kernel *kernel = atomic_load_explicit(&chosen, memory_order_relaxed);
    if (!kernel) {
        kernel = rev_kernel_at(0);
        atomic_store_explicit(&chosen, kernel, memory_order_relaxed);
    }
    return kernel;
}
