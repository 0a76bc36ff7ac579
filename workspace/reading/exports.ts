import { type FileContent, PorticoError } from '@portico/sdk'
import { createStore } from '../data/store.ts'

/** A file that is being downloaded. */
export type Export = { id: string; caseId: string; name: string; bytes: number; stop: () => void }

/** A file to download, and its name unless the service gives one. */
export type WantedFile = { name: string; open: (signal: AbortSignal) => Promise<FileContent> }

type Means = {
  save(parts: BlobPart[], name: string, type: string): void
  onSaved(name: string): void
  onStopped(name: string): void
  /** No reason is known if the connection broke. */
  onFailed(name: string, why: string | undefined): void
}

/** Several at a time. They outlive the screen that started them, and are shown when it is opened again. */
export function openExports({ save, onSaved, onStopped, onFailed }: Means) {
  const running = createStore<readonly Export[]>([])
  const update = (id: string, changes: Partial<Export>) =>
    running.set(running.get().map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)))

  return {
    ...running,
    stopAll() {
      for (const { stop } of running.get()) stop()
    },
    async run(caseId: string, files: readonly WantedFile[]): Promise<void> {
      const id = crypto.randomUUID()
      const stopped = new AbortController()
      const { signal } = stopped
      let name = files[0]?.name ?? ''
      running.set([...running.get(), { id, caseId, name, bytes: 0, stop: () => stopped.abort() }])
      try {
        for (const file of files) {
          name = file.name
          update(id, { name, bytes: 0 })
          const content = await file.open(signal)
          const parts: BlobPart[] = []
          let bytes = 0
          const reader = content.stream.getReader()
          for (let part = await reader.read(); !part.done; part = await reader.read()) {
            parts.push(part.value as BlobPart)
            bytes += part.value.length
            update(id, { bytes })
          }
          signal.throwIfAborted()
          save(parts, content.name ?? name, content.contentType)
          onSaved(name)
        }
      } catch (error) {
        if (signal.aborted) onStopped(name)
        else onFailed(name, error instanceof PorticoError ? error.message : undefined)
      } finally {
        running.set(running.get().filter((entry) => entry.id !== id))
      }
    },
  }
}
