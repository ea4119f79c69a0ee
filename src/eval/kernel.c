#include "eval/kernel.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "eval/network.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

// The same C for all: vectors of as many bytes as the target of the function has. Sums stay in
// registers, `BLOCK` vectors at a time, while all rows are added.
#define DEFINE_UPDATE(NAME, BYTES, BLOCK)                                                          \
    static void NAME(int16_t *to, const int16_t *from, const RowChange *change) {                  \
        typedef int16_t Vector __attribute__((vector_size(BYTES), may_alias));                     \
        for (int at = 0; at < NETWORK_HIDDEN * 2 / (BYTES); at += (BLOCK)) {                       \
            Vector sums[BLOCK];                                                                    \
            for (int i = 0; i < (BLOCK); i++) {                                                    \
                sums[i] = ((const Vector *)from)[at + i];                                          \
            }                                                                                      \
            for (int row = 0; row < change->added; row++) {                                        \
                for (int i = 0; i < (BLOCK); i++) {                                                \
                    sums[i] += ((const Vector *)change->add[row])[at + i];                         \
                }                                                                                  \
            }                                                                                      \
            for (int row = 0; row < change->removed; row++) {                                      \
                for (int i = 0; i < (BLOCK); i++) {                                                \
                    sums[i] -= ((const Vector *)change->remove[row])[at + i];                      \
                }                                                                                  \
            }                                                                                      \
            for (int i = 0; i < (BLOCK); i++) {                                                    \
                ((Vector *)to)[at + i] = sums[i];                                                  \
            }                                                                                      \
        }                                                                                          \
    }

static inline int32_t term(int16_t sum, int16_t weight) {
    int16_t positive = sum > 0 ? sum : 0;
    int16_t clipped = positive < NETWORK_INPUT_SCALE ? positive : NETWORK_INPUT_SCALE;
    return (int16_t)(clipped * clipped) * weight;
}

#ifdef __clang__
#define ONE_BY_ONE
#define NO_VECTORS _Pragma("clang loop vectorize(disable) interleave(disable)")
#else
#define ONE_BY_ONE __attribute__((optimize("no-tree-vectorize")))
#define NO_VECTORS
#endif

ONE_BY_ONE static void add_row(int16_t *to, const int16_t *row, int sign) {
    NO_VECTORS
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        to[i] = (int16_t)(to[i] + sign * row[i]);
    }
}

static void update_scalar(int16_t *to, const int16_t *from, const RowChange *change) {
    memmove(to, from, NETWORK_HIDDEN * sizeof *to);
    for (int row = 0; row < change->added; row++) {
        add_row(to, change->add[row], 1);
    }
    for (int row = 0; row < change->removed; row++) {
        add_row(to, change->remove[row], -1);
    }
}

ONE_BY_ONE static int32_t output_scalar(const int16_t *sums, const int16_t *weights) {
    int32_t total = 0;
    NO_VECTORS
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        total += term(sums[i], weights[i]);
    }
    return total;
}

static const Kernel scalar = {"scalar", update_scalar, output_scalar};

#if defined(__x86_64__)

// The compilers do not find the multiplication with addition of pairs by themselves.
__attribute__((target("avx2"))) static int32_t output_avx2(const int16_t *sums,
                                                           const int16_t *weights) {
    const __m256i *s = (const __m256i *)sums, *w = (const __m256i *)weights;
    const __m256i one = _mm256_set1_epi16(NETWORK_INPUT_SCALE);
    __m256i total = _mm256_setzero_si256();
    for (int i = 0; i < NETWORK_HIDDEN / 16; i++) {
        __m256i active = _mm256_min_epi16(_mm256_max_epi16(s[i], _mm256_setzero_si256()), one);
        __m256i square = _mm256_mullo_epi16(active, active);
        total = _mm256_add_epi32(total, _mm256_madd_epi16(square, w[i]));
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    half = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
    return _mm_cvtsi128_si32(half) + _mm_extract_epi32(half, 1);
}

static int32_t output_sse2(const int16_t *sums, const int16_t *weights) {
    const __m128i *s = (const __m128i *)sums, *w = (const __m128i *)weights;
    const __m128i one = _mm_set1_epi16(NETWORK_INPUT_SCALE);
    __m128i total = _mm_setzero_si128();
    for (int i = 0; i < NETWORK_HIDDEN / 8; i++) {
        __m128i active = _mm_min_epi16(_mm_max_epi16(s[i], _mm_setzero_si128()), one);
        __m128i square = _mm_mullo_epi16(active, active);
        total = _mm_add_epi32(total, _mm_madd_epi16(square, w[i]));
    }
    total = _mm_add_epi32(total, _mm_unpackhi_epi64(total, total));
    return _mm_cvtsi128_si32(total) + _mm_cvtsi128_si32(_mm_shuffle_epi32(total, 1));
}

__attribute__((target("avx2"))) DEFINE_UPDATE(update_avx2, 32, 8)

    // What every processor of this kind has.
    DEFINE_UPDATE(update_sse2, 16, 8)

        static const Kernel avx2 = {"avx2", update_avx2, output_avx2};
static const Kernel sse2 = {"sse2", update_sse2, output_sse2};
static const Kernel *const all[] = {&avx2, &sse2, &scalar};

static bool can_run_first(void) {
    return __builtin_cpu_supports("avx2");
}

#elif defined(__aarch64__)

static int32_t output_neon(const int16_t *sums, const int16_t *weights) {
    const int16x8_t zero = vdupq_n_s16(0), one = vdupq_n_s16(NETWORK_INPUT_SCALE);
    int32x4_t total = vdupq_n_s32(0);
    for (int i = 0; i < NETWORK_HIDDEN; i += 8) {
        int16x8_t active = vminq_s16(vmaxq_s16(vld1q_s16(sums + i), zero), one);
        int16x8_t square = vmulq_s16(active, active), weight = vld1q_s16(weights + i);
        total = vmlal_s16(total, vget_low_s16(square), vget_low_s16(weight));
        total = vmlal_s16(total, vget_high_s16(square), vget_high_s16(weight));
    }
    return vaddvq_s32(total);
}

DEFINE_UPDATE(update_neon, 16, 16)

static const Kernel neon = {"neon", update_neon, output_neon};
static const Kernel *const all[] = {&neon, &scalar};

static bool can_run_first(void) {
    return true;
}

#else

static const Kernel *const all[] = {&scalar};

static bool can_run_first(void) {
    return true;
}

#endif

const Kernel *const *kernels_available(int *count) {
    int first = can_run_first() ? 0 : 1;
    *count = (int)(sizeof all / sizeof *all) - first;
    return all + first;
}
