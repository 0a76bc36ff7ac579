import { defaultProfile } from './default.ts'

/** With the default's sections where it has none of its own: a file says what is special, and an older one lacks what is new. */
export function completed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return { ...defaultProfile, ...value }
}
