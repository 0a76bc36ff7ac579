/** Caches the latest answers of a pure function of texts. */
export function memoize<Key extends string[], Answer>(
  maxAnswers: number,
  compute: (...key: Key) => Answer,
): (...key: Key) => Answer {
  const cache = new Map<string, Answer>()
  return (...key) => {
    const name = key.join('\n')
    const cached = cache.get(name)
    if (cached !== undefined) return cached
    const answer = compute(...key)
    const [oldest] = cache.size >= maxAnswers ? cache.keys() : []
    if (oldest !== undefined) cache.delete(oldest)
    cache.set(name, answer)
    return answer
  }
}
