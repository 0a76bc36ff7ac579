import { session } from './session.ts'

/** A key of the browser's storage for what is this person's alone: somebody else may use the same browser. */
export function ownKey(name: string): string {
  const current = session.get()
  return `portico.${'me' in current ? current.me.id : ''}.${name}`
}
