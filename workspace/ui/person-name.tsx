import { useNameOf } from '../data/people.ts'

export function PersonName({ username }: { username: string }) {
  return <span title={username}>{useNameOf(username)}</span>
}
