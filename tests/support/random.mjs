/**
 * Random numbers for tests, as in random.h: a test that uses them prints the seed that it ran with; setting REVERSID_TEST_SEED
 * runs it again with that one.
 *
 * @param t  the test's context
 * @return   a function that gives whole numbers from 0 to limit - 1; limit at most 2^32
 */
export function randomFor(t) {
  const seed = BigInt(process.env.REVERSID_TEST_SEED ?? process.hrtime.bigint());
  t.diagnostic(`REVERSID_TEST_SEED=${seed}`);
  let state = seed;
  /* SplitMix64 (Steele, Lea, Flood 2014): every seed is a good one. */
  return (limit) => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let mixed = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return Number((mixed ^ (mixed >> 31n)) % BigInt(limit));
  };
}
