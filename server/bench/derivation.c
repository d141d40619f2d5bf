// What a derivation of a proof of work costs in code that computes 16 of them at a time: an attacker's price, on one core.
//
//   gcc -O3 -march=native server/bench/derivation.c -o derivation && ./derivation
//
// It prints the CPU time of one derivation (PBKDF2 with HMAC-SHA-256, 5,000 iterations, 32 bytes), and the key of the password
// 00000000 (hexadecimal) with the salt "salt", to compare with crypto.pbkdf2Sync() of Node.js.

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/** One word of each of 16 computations. */
typedef uint32_t lanes __attribute__((vector_size(64)));

enum { ITERATIONS = 5000, ROUNDS = 100, LANES = 16 };

static const uint32_t K[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
static const uint32_t START[8] = {
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

#define ROTATE(x, n) (((x) >> (n)) | ((x) << (32 - (n))))

/** The compression function of SHA-256. */
static void compress(lanes state[8], const lanes block[16]) {
  lanes w[16];
  memcpy(w, block, sizeof w);
  lanes a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
#pragma GCC unroll 64
  for (int i = 0; i < 64; i++) {
    if (i >= 16) {
      lanes x = w[(i + 1) & 15], y = w[(i + 14) & 15];
      w[i & 15] += (ROTATE(x, 7) ^ ROTATE(x, 18) ^ (x >> 3)) + w[(i + 9) & 15] + (ROTATE(y, 17) ^ ROTATE(y, 19) ^ (y >> 10));
    }
    lanes t1 = h + (ROTATE(e, 6) ^ ROTATE(e, 11) ^ ROTATE(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i & 15];
    lanes t2 = (ROTATE(a, 2) ^ ROTATE(a, 13) ^ ROTATE(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

/** The state of HMAC after the key, XORed with `pad`. */
static void begin(lanes state[8], const lanes key[16], uint32_t pad) {
  lanes block[16];
  for (int i = 0; i < 16; i++) block[i] = key[i] ^ pad;
  for (int i = 0; i < 8; i++) state[i] = (lanes){} + START[i];
  compress(state, block);
}

/** Fills the block with its first `words` words, and the end of a message that follows a block of key. */
static void finish(lanes block[16], int words) {
  for (int i = words; i < 16; i++) block[i] = (lanes){};
  block[words] = (lanes){} + 0x80000000u;
  block[15] = (lanes){} + (64 + 4 * words) * 8u;
}

int main(void) {
  lanes key[16] = {}, inner[8], outer[8], derived[8];
  for (int lane = 0; lane < LANES; lane++) key[0][lane] = lane;
  begin(inner, key, 0x36363636u);
  begin(outer, key, 0x5c5c5c5cu);
  struct timespec from, to;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  for (int round = 0; round < ROUNDS; round++) {
    lanes block[16], hash[8];
    block[0] = (lanes){} + 0x73616c74u; // "salt"
    block[1] = (lanes){} + 1u;
    finish(block, 2);
    for (int i = 0; i < ITERATIONS; i++) {
      memcpy(hash, inner, sizeof hash);
      compress(hash, block);
      memcpy(block, hash, sizeof hash);
      finish(block, 8);
      memcpy(hash, outer, sizeof hash);
      compress(hash, block);
      memcpy(block, hash, sizeof hash);
      for (int j = 0; j < 8; j++) derived[j] = i == 0 ? hash[j] : derived[j] ^ hash[j];
    }
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  double ms = (to.tv_sec - from.tv_sec) * 1e3 + (to.tv_nsec - from.tv_nsec) / 1e6;
  printf("%.3f ms\n", ms / ROUNDS / LANES);
  for (int i = 0; i < 8; i++) printf("%08x", derived[i][0]);
  puts("");
  return 0;
}
