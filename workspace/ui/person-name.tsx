import { useMayName, useNameOf } from '../data/people.ts'
import { words } from '../words/states.ts'

/** Whoever may not look a name up is not told by which one somebody signs in, either. */
export function PersonName({ username }: { username: string }) {
  const name = useNameOf(username)
  return useMayName(username) ? <span title={username}>{name}</span> : <span>{words.anotherPerson}</span>
}
