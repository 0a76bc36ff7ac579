import type { SoundChunk } from '@portico/sdk'

export type Kept = Omit<SoundChunk, 'link' | 'seat'>

const name = 'portico-room'
const store = 'chunks'

/** Chunks of sound that the service has not confirmed, kept in the browser: they outlive the page. */
export async function openOutbox(person: string) {
  const db = await new Promise<IDBDatabase>((opened, failed) => {
    const asked = indexedDB.open(name, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(store)
    asked.onsuccess = () => opened(asked.result)
    asked.onerror = () => failed(asked.error)
  })
  const done = <Result>(asked: IDBRequest<Result>) =>
    new Promise<Result>((succeeded, failed) => {
      asked.onsuccess = () => succeeded(asked.result)
      asked.onerror = () => failed(asked.error)
    })
  const chunks = (mode: IDBTransactionMode) => db.transaction(store, mode).objectStore(store)
  const keyOf = ({ track, sequence }: Pick<Kept, 'track' | 'sequence'>) =>
    `${person} ${track} ${String(sequence).padStart(7, '0')}`
  const own = IDBKeyRange.bound(`${person} `, `${person} \uffff`)
  return {
    keep: (chunk: Kept) => done(chunks('readwrite').put(chunk, keyOf(chunk))),
    first: async () => ((await done(chunks('readonly').getAll(own, 1))) as Kept[])[0],
    count: () => done(chunks('readonly').count(own)),
    drop: (chunk: Kept) => done(chunks('readwrite').delete(keyOf(chunk))),
  }
}
