import { listOf } from '../calls.ts'
import type { Portico } from '../portico.ts'
import type { Import, ImportError } from '../types.ts'
import { type MockStore, refusal } from './store.ts'

const rowTypes = ['case', 'party', 'issue', 'document', 'tag', 'annotation', 'event']

/** Counts the rows of a manifest, and loads none. */
export function mockImports(store: MockStore): Portico['imports'] {
  const made: { import: Import; errors: ImportError[] }[] = []

  function find(importId: string) {
    const found = made.find((one) => one.import.id === importId)
    if (!found) throw refusal(404, 'notFound', 'There is no import with this id.')
    return found
  }

  return {
    async start(file, { dryRun = false, ...call } = {}) {
      const text = await new Response(file).text()
      return store.read(call, () => {
        const counted = countRows(text)
        const id = `imp_mock_${made.length + 1}`
        const bytes = new TextEncoder().encode(text).length
        const at = store.clock()
        const facts = {
          id,
          dryRun,
          createdBy: store.username,
          createdAt: at,
          finishedAt: at,
          bytes,
          bytesRead: bytes,
        }
        const done: Import = { ...facts, status: 'done', rows: counted.rows, loaded: counted.loaded }
        made.unshift({ import: done, errors: counted.errors })
        return done
      })
    },
    list: ({ after: first, limit = 50, ...call } = {}) =>
      listOf('imports', (after = first) =>
        store.read(call, () => {
          const behind =
            after === undefined ? made : made.slice(made.findIndex((one) => one.import.id === after) + 1)
          const shown = behind.slice(0, limit).map((one) => one.import)
          const next = behind.length > limit ? shown.at(-1)?.id : undefined
          return next === undefined ? { imports: shown } : { imports: shown, next }
        }),
      ),
    get: (importId, call) => store.read(call, () => find(importId).import),
    async *errors(importId, { after = 0, ...call } = {}) {
      yield* await store.read(call, () => find(importId).errors.filter(({ line }) => line > Number(after)))
    },
    setStatus: (importId, _status, call) =>
      store.read(call, () => {
        const { status } = find(importId).import
        throw refusal(422, 'stateForbids', `The import is ${status}: load its manifest again to begin anew.`)
      }),
  }
}

function countRows(text: string) {
  const errors: ImportError[] = []
  const loaded: Record<string, number> = {}
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const type = typeOf(line)
    if (type === 'manifest') continue
    if (type === undefined) errors.push({ line: index + 1, error: 'The line is not valid JSON.' })
    else if (!rowTypes.includes(type))
      errors.push({ line: index + 1, type, error: `type must be one of ${rowTypes.join(', ')}.` })
    else loaded[type] = (loaded[type] ?? 0) + 1
  }
  const count = Object.values(loaded).reduce((sum, one) => sum + one, 0)
  return { errors, loaded, rows: { loaded: count, skipped: 0, failed: errors.length } }
}

function typeOf(line: string): string | undefined {
  try {
    return String((JSON.parse(line) as { type?: unknown }).type)
  } catch {
    return undefined
  }
}
