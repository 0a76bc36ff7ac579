import { onRestore } from '../store/put-back.ts'

/**
 * Remembers what was read of a case for as long as the case stays at its version: whatever changes it is an event of the
 * case, so whoever knows the version knows, in every process, whether what is remembered still holds.
 */
export function rememberByVersion<Value>(most: number) {
  const known = new Map<string, { version: number; value: Value }>()
  onRestore(() => known.clear())
  return async (key: string, version: number, read: () => Promise<Value>): Promise<Value> => {
    const before = known.get(key)
    known.delete(key)
    const now =
      before && before.version >= version
        ? before
        : // Read behind the version that it is kept under: it may be newer, never older.
          { version, value: await read() }
    known.set(key, now)
    if (known.size > most) known.delete(known.keys().next().value as string)
    return now.value
  }
}
