import type { Import, ImportError } from '../generated/types.ts'
import { refusal } from './engine.ts'
import { type Handlers, pageOf, type World } from './world.ts'

const rowTypes = ['case', 'party', 'issue', 'document', 'tag', 'annotation', 'event']

/** Counts the rows of a manifest, and loads none. */
export function importHandlers(world: World): Handlers {
  const made: { import: Import; errors: ImportError[] }[] = []

  function find(importId: string) {
    const found = made.find((one) => one.import.id === importId)
    if (!found) throw refusal('notFound', 'There is no import with this id.')
    return found
  }

  return {
    async startImport({ file }, { dryRun = false }) {
      const text = await new Response(file).text()
      const counted = countRows(text)
      const bytes = new TextEncoder().encode(text).length
      const at = world.clock().toISOString()
      const facts = {
        id: world.newId('imp'),
        dryRun: Boolean(dryRun),
        createdBy: world.me.actor.name,
        createdAt: at,
      }
      const sizes = { finishedAt: at, bytes, bytesRead: bytes }
      const done: Import = { ...facts, ...sizes, status: 'done', rows: counted.rows, loaded: counted.loaded }
      made.unshift({ import: done, errors: counted.errors })
      return done
    },
    listImports: (_, { after, limit }) =>
      pageOf(
        'imports',
        made.map((one) => one.import),
        ({ id }) => id,
        { after, limit },
      ),
    getImport: ({ importId }) => find(importId).import,
    listImportErrors({ importId }, { after }) {
      const errors = find(importId).errors.filter(({ line }) => line > Number(after ?? 0))
      return new Response(errors.map((error) => `${JSON.stringify(error)}\n`).join(''))
    },
    setImportStatus({ importId }) {
      const { status } = find(importId).import
      throw refusal('stateForbids', `The import is ${status}: load its manifest again to start over.`)
    },
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
