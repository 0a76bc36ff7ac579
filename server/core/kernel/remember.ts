/** A pure function of texts that keeps its last answers, so many at most. */
export function remember<Key extends string[], Answer>(
  most: number,
  make: (...key: Key) => Answer,
): (...key: Key) => Answer {
  const made = new Map<string, Answer>()
  return (...key) => {
    const name = key.join('\n')
    const known = made.get(name)
    if (known !== undefined) return known
    const answer = make(...key)
    const [oldest] = made.size >= most ? made.keys() : []
    if (oldest !== undefined) made.delete(oldest)
    made.set(name, answer)
    return answer
  }
}
