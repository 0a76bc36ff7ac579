import type { documentSource, SourceDocument } from '@portico/contract/ports/document-source'
import type { CaseRef } from '@portico/contract/ports/fields'
import { type Adapter, type Bytes, type FileRef, type Host, PortError } from '@portico/contract/ports/kit'
import Type, { type Static } from '@portico/contract/type'
import { dayOf, secondsEarlier } from '../../core/time/moments.ts'
import { faultsOf } from '../delivery/bindings/check-schema.ts'

/** A file in a store: a folder, a server, a bucket. Paths are relative, with slashes. */
export type StoredFile = { path: string; revision: string; size: number; modifiedAt: Date }

/** Where files are kept. Opened for one call, and closed after it. */
export type Store = {
  /**
   * Every file at or below a folder; of the whole store, where none is named. A folder inside that cannot be read is told
   * to `leftOut`, or else is a failure: one case must not hold up the others.
   */
  files(under?: string, leftOut?: (why: string) => void): AsyncIterable<StoredFile>
  /** Throws `gone` if it is not there, and `conflict` if it is not this revision, or changes while it is read. */
  read(path: string, revision: string): Promise<Bytes>
  /** A small file whole; undefined if it is not there. */
  readText(path: string, mostBytes: number): Promise<string | undefined>
  /** Writes a file so that nobody sees half of it; one that is there is replaced. */
  write(path: string, bytes: Bytes, file: FileRef): Promise<void>
  close(): Promise<void>
}

/** What any store may be told. */
export const storeOptions = {
  settleSeconds: Type.Number({
    minimum: 0,
    maximum: 3600,
    default: 10,
    description: 'A file counts when it has not changed for so long: until then somebody may still write it.',
  }),
}

/** What a JSON file beside a document, of the same name and `.json`, may say of it. */
const Sidecar = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    receiptDate: Type.Optional(Type.String({ format: 'date' })),
    suggestedCategory: Type.Optional(Type.String({ maxLength: 100 })),
    suggestedType: Type.Optional(Type.String({ maxLength: 100 })),
    sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  },
  { additionalProperties: false },
)

type Document = Static<typeof SourceDocument>
type Case = Static<typeof CaseRef>
type OpenStore = (signal: AbortSignal) => Promise<Store>

/** What has been found so far, in the order in which it was found. */
type Journal = { next: number; found: Record<string, { number: number; revision: string }> }

const mostSidecarBytes = 64 * 1024

/**
 * A source whose documents are files: the first folder of a path is the docket number of the case, or another id of it.
 * Times in a store tell little of what is new (a folder that is moved in has old files), so what was found is kept.
 */
export function storedSource(
  openStore: OpenStore,
  host: Host<typeof documentSource>,
  { settleSeconds, writesBack }: { settleSeconds: number; writesBack?: OpenStore | undefined },
): Adapter<typeof documentSource> {
  const within = async <Result>(
    open: OpenStore,
    signal: AbortSignal,
    work: (store: Store) => Promise<Result>,
  ) => {
    signal.throwIfAborted()
    const store = await open(signal)
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }

  async function settled(listed: AsyncIterable<StoredFile>, leftOut: (why: string) => void = () => {}) {
    const latest = secondsEarlier(host.now(), settleSeconds)
    const files: StoredFile[] = []
    for await (const file of listed) {
      if (!isDocument(file.path) || file.modifiedAt > latest) continue
      if (file.path.length <= mostPathCharacters) files.push(file)
      else leftOut(`paths of more than ${mostPathCharacters} characters`)
    }
    return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  }

  let lastSaid = '[]'
  /** Everything in the store; what is left out is said once, without the names, which may name people. */
  async function all(store: Store): Promise<StoredFile[]> {
    const counts = new Map<string, number>()
    const leftOut = (why: string) => counts.set(why, (counts.get(why) ?? 0) + 1)
    const files = await settled(store.files(undefined, leftOut), leftOut)
    const said = JSON.stringify([...counts])
    if (said !== lastSaid) host.log('warn', 'some files are left out', Object.fromEntries(counts))
    lastSaid = said
    return files
  }

  return {
    supports: ['arrivals', ...(writesBack ? (['writeBack'] as const) : [])],
    check: (signal) =>
      within(openStore, signal, async (store) => {
        for await (const _ of store.files()) break
      }),
    calls: {
      list: ({ case: ref }, { signal }) =>
        within(openStore, signal, async (store) => {
          const documents: Document[] = []
          for (const folder of foldersOf(ref))
            for (const file of await settled(store.files(folder))) documents.push(await describe(store, file))
          return { documents }
        }),

      async fetch({ sourceId, revision }, { signal }) {
        refuseOutside(sourceId)
        signal.throwIfAborted()
        const store = await openStore(signal)
        try {
          return closing(await store.read(sourceId, revision), store)
        } catch (error) {
          await store.close()
          throw error
        }
      },

      arrivals: ({ since, limit }, { signal }) =>
        within(openStore, signal, async (store) => {
          const files = await all(store)
          const journal = await noted(files, host)
          const from = Number(since ?? 0)
          const byPath = new Map(files.map((file) => [file.path, file]))
          const after = Object.entries(journal.found)
            .filter(([path, { number }]) => number > from && byPath.has(path))
            .toSorted(([, a], [, b]) => a.number - b.number)
          const part = after.slice(0, limit)
          const arrivals = []
          for (const [path] of part) {
            const document = await describe(store, byPath.get(path) as StoredFile)
            arrivals.push({ case: caseOf(path), document })
          }
          const marker = part.at(-1)?.[1].number ?? from
          return { arrivals, marker: String(marker), hasMore: after.length > part.length }
        }),

      ...(writesBack
        ? {
            writeBack: ({ case: ref, documentId, version, file }, { signal, open }) =>
              within(writesBack, signal, async (store) => {
                const [folder = 'unknown'] = foldersOf(ref)
                // The same document in the same version has the same name: written again, it replaces itself.
                const name = `${documentId}-${version}-${file.name}`.replaceAll(/[/\\]/g, '_')
                await store.write(`${folder}/${name}`, await open(file), file)
                return {}
              }),
          }
        : {}),
    },
  }
}

/** Adds what was not found before, or has changed. What is gone is forgotten, and new if it comes back. */
async function noted(files: readonly StoredFile[], host: Host<typeof documentSource>): Promise<Journal> {
  const before = ((await host.state.read()) ?? { next: 1, found: {} }) as Journal
  let { next } = before
  const known = new Map(Object.entries(before.found))
  const found = files.map(({ path, revision }) => {
    const one = known.get(path)
    return [path, one?.revision === revision ? one : { number: next++, revision }] as const
  })
  if (next === before.next && found.length === known.size) return before
  const journal = { next, found: Object.fromEntries(found) }
  await host.state.write(journal)
  return journal
}

async function describe(store: Store, { path, revision, size, modifiedAt }: StoredFile): Promise<Document> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const said = sidecarOf(await store.readText(`${path}.json`, mostSidecarBytes).catch(() => undefined))
  return {
    sourceId: path,
    revision,
    name: name.slice(0, 300),
    receiptDate: dayOf(modifiedAt),
    size,
    ...said,
  }
}

/** One that cannot be used says nothing: the document is worth more than what is said of it. */
function sidecarOf(text: string | undefined): Static<typeof Sidecar> {
  if (text === undefined) return {}
  try {
    const said = JSON.parse(text) as Static<typeof Sidecar>
    return faultsOf(Sidecar, said, { where: 'The file beside it' }).length === 0 ? said : {}
  } catch {
    return {}
  }
}

const mostPathCharacters = 500

const unfinished = /(\.(part|partial|filepart|tmp|crdownload|json)|~)$/i

/** Neither hidden, nor unfinished, nor what is said of another one. */
function isDocument(path: string): boolean {
  return !unfinished.test(path) && !path.split('/').some((part) => part.startsWith('.'))
}

function caseOf(path: string): Case {
  const [folder, ...rest] = path.split('/')
  return rest.length > 0 && folder ? { docketNumber: folder } : {}
}

/** The folders that a case may have: by its docket number, its id here, or an id elsewhere. */
function foldersOf({ docketNumber, caseId, aliases = [] }: Case): string[] {
  const names = [docketNumber, caseId, ...aliases.map(({ externalId }) => externalId)]
  return [...new Set(names)].filter((name) => name !== undefined && isFolderName(name)) as string[]
}

const isFolderName = (name: string) => name !== '' && !name.startsWith('.') && !/[/\\\0]/.test(name)

function refuseOutside(path: string) {
  if (path === '' || path.startsWith('/') || path.includes('\0') || path.split('/').includes('..'))
    throw new PortError('refused', 'The path leads out of the store.')
  if (path.includes(notUtf8))
    throw new PortError('refused', 'The name of the file, or of its folder, is not UTF-8: rename it.')
}

/** What stands for bytes that are no text. */
const notUtf8 = '\ufffd'

/** A file that only says by its name that it is there: whoever looks at the case learns that it cannot be read. */
export function illNamed(path: string): StoredFile[] {
  return path.includes(notUtf8) ? [{ path, revision: 'none', size: 0, modifiedAt: new Date(0) }] : []
}

/** One that is gone meanwhile is empty; one that cannot be read is left out, where that can be said. */
export function unreadFolder(
  error: unknown,
  {
    root,
    under,
    isMissing,
    leftOut,
  }: { root: string; under: string; isMissing: boolean; leftOut: ((why: string) => void) | undefined },
): [] {
  if (under !== '' && isMissing) return []
  if (under !== '' && leftOut) {
    leftOut('folders that cannot be read')
    return []
  }
  const { message } = error as Error
  const place = under === '' ? root : `A folder in ${root}`
  // The store as such is there.
  const code = under === '' ? 'unavailable' : 'conflict'
  throw new PortError(code, `${place} cannot be read: ${message}`, { cause: error })
}

/** The store stays open until its bytes are read, or nobody wants them any more. */
async function* closing(bytes: Bytes, store: Store): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } finally {
    await store.close()
  }
}
