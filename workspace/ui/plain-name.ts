/** A name as it is: nothing in it turns around what stands beside it, or hides a part. */
export const plainName = (name: string) =>
  name.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')

/** An answer of the service in which no text turns around what stands behind it, whoever has written it. */
export function plainly<Answer>(answer: Answer): Answer {
  if (typeof answer === 'string')
    return answer.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd') as Answer
  if (Array.isArray(answer)) return answer.map(plainly) as Answer
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, plainly(value)])) as Answer
}
