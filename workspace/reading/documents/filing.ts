import { type NewDocument, PorticoError } from '@portico/sdk'
import { type Filing, filings } from '../../data/filings.ts'
import { keep, stored } from '../../data/kept.ts'
import { keys } from '../../data/keys.ts'
import { ownKey } from '../../data/own-key.ts'
import { queryClient } from '../../data/query-client.ts'
import { portico, session } from '../../data/session.ts'
import { words } from '../../words/filing.ts'

/** What to do with a file once it is uploaded. */
export type Purpose =
  | { file: Omit<NewDocument, 'uploadId'> }
  /** A new version of this document. */
  | { revises: string }

const key = () => ownKey('reading.uploads')
/** Unfinished uploads by file: one that is picked again resumes where it left off. */
const begun = () => stored<Record<string, string>>(key(), {})
const fingerprint = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

function remember(file: File, uploadId: string | undefined) {
  const { [fingerprint(file)]: _, ...others } = begun()
  keep(key(), uploadId === undefined ? others : { ...others, [fingerprint(file)]: uploadId })
}

const running = new Map<string, AbortController>()
/** Stopped because the sign-in ended: they resume with the next one. */
const waiting = new Set<string>()

const change = (of: string, edit: Partial<Filing>) =>
  filings.set(filings.get().map((filing) => (filing.key === of ? { ...filing, ...edit } : filing)))
const drop = (of: string) => filings.set(filings.get().filter((filing) => filing.key !== of))

type Given = { caseId: string; file: File; purpose: Purpose; onDone: (said: string) => void }

/** Files a file into the case: in parts that are never sent twice, however often the connection is lost. */
export function startFiling(given: Given) {
  const { file, caseId } = given
  const of = crypto.randomUUID()
  const filing: Filing = {
    key: of,
    caseId,
    name: file.name,
    sent: 0,
    bytes: file.size,
    isStored: false,
    resume: () => void run(of, given),
    cancel() {
      running.get(of)?.abort()
      const uploadId = begun()[fingerprint(file)]
      remember(file, undefined)
      drop(of)
      if (uploadId)
        portico()
          .uploads.remove(uploadId)
          .catch(() => {})
    },
  }
  filings.set([...filings.get(), filing])
  void run(of, given)
}

async function run(of: string, { caseId, file, purpose, onDone }: Given) {
  const stop = new AbortController()
  running.set(of, stop)
  const { signal } = stop
  change(of, { problem: undefined, isFinal: false })
  try {
    const uploadId = await sent(file, signal, (bytes) => change(of, { sent: bytes }))
    change(of, { isStored: true, sent: file.size })
    let done: string
    if ('file' in purpose) {
      const filed = await portico().documents.add(caseId, { ...purpose.file, uploadId }, undefined, {
        signal,
      })
      done = words.filed(filed.name, filed.status, filed.startPage)
    } else {
      const revised = await portico().documents.revise(caseId, purpose.revises, { uploadId }, { signal })
      done = words.revised(revised.name, revised.version)
    }
    remember(file, undefined)
    drop(of)
    // The document can be opened at once.
    await queryClient.invalidateQueries({ queryKey: keys.case(caseId) })
    onDone(done)
  } catch (error) {
    if (error instanceof PorticoError && error.code === 'unauthenticated') waiting.add(of)
    if (!signal.aborted)
      change(of, { problem: error instanceof Error ? error.message : String(error), isFinal: isFinal(error) })
  } finally {
    running.delete(of)
  }
}

/** The service has refused the file itself: sending it again would not help. */
const isFinal = (error: unknown) =>
  error instanceof PorticoError && ['badRequest', 'tooLarge', 'unsupportedMediaType'].includes(error.code)

/** An upload that has expired, or was for another file, starts anew. */
async function sent(file: File, signal: AbortSignal, onSent: (bytes: number) => void): Promise<string> {
  const onProgress = ({ id, offset }: { id: string; offset: number }) => {
    remember(file, id)
    onSent(offset)
  }
  const uploadId = begun()[fingerprint(file)]
  if (uploadId) {
    const known = await portico().uploads.get(uploadId, { signal }).catch(undefinedIfGone)
    if (known?.bytes === file.size)
      return (await portico().uploads.send(file, { uploadId, signal, onProgress })).id
    remember(file, undefined)
  }
  return (await portico().uploads.send(file, { signal, onProgress })).id
}

/** Only if the service does not know the upload: after a lost connection it resumes where it left off. */
function undefinedIfGone(error: unknown): undefined {
  if (error instanceof PorticoError && (error.code === 'notFound' || error.code === 'gone')) return
  throw error
}

/** The next person to sign in must not file for the one who signed out. */
session.subscribe(() => {
  const { status } = session.get()
  if (status === 'in') for (const filing of filings.get()) if (waiting.delete(filing.key)) filing.resume()
  if (status !== 'out') return
  running.forEach((stop) => void stop.abort())
  waiting.clear()
  filings.set([])
})

/** The browser asks before it closes a tab that is uploading. */
window.addEventListener('beforeunload', (event) => {
  if (running.size > 0) event.preventDefault()
})
