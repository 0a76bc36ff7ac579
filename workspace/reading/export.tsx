import type { DocumentSummary, FileContent } from '@portico/sdk'
import { useCallback, useRef, useState } from 'react'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { words } from '../words/reading.ts'

export type Wanted =
  | { format: 'pdf' | 'zip'; annotations?: boolean }
  | { documents: readonly DocumentSummary[] }

/** Takes the case, or some of its documents, to this machine; says how far it is, and can be stopped. */
export function useExport(caseId: string, docketNumber: string, say: (text: string) => void) {
  const [running, setRunning] = useState<{ name: string; bytes: number }>()
  const stop = useRef<AbortController>(undefined)

  const run = useCallback(
    async (wanted: Wanted) => {
      stop.current?.abort()
      stop.current = new AbortController()
      const { signal } = stop.current
      try {
        if ('documents' in wanted) {
          for (const { id, name } of wanted.documents)
            await save(await portico().documents.content(caseId, id, { signal }), `${name}.pdf`)
        } else {
          const content = await fileOf(wanted, signal)
          await save(content, `${docketNumber}.${wanted.format}`)
        }
      } catch (error) {
        if (!signal.aborted) say(words.export.failed(error instanceof Error ? error.message : ''))
      } finally {
        setRunning(undefined)
      }

      async function fileOf(
        { format, annotations = false }: Exclude<Wanted, { documents: unknown }>,
        signal: AbortSignal,
      ) {
        setRunning({ name: `${docketNumber}.${format}`, bytes: 0 })
        return portico().appeals.file(caseId, { format, annotations, signal })
      }
      async function save(content: FileContent, name: string) {
        setRunning({ name, bytes: 0 })
        const parts: BlobPart[] = []
        let bytes = 0
        const reader = content.stream.getReader()
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          parts.push(part.value as BlobPart)
          bytes += part.value.length
          setRunning({ name, bytes })
        }
        const link = document.createElement('a')
        link.href = URL.createObjectURL(new Blob(parts, { type: content.contentType }))
        link.download = content.name ?? name
        link.click()
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
        say(words.export.done(name))
      }
    },
    [caseId, docketNumber, say],
  )

  return { run, running, cancel: () => stop.current?.abort() }
}

export function ExportMenu({
  exporting,
  open,
  selected,
}: {
  exporting: ReturnType<typeof useExport>
  open: DocumentSummary | undefined
  selected: readonly DocumentSummary[]
}) {
  const { run, running, cancel } = exporting
  if (running)
    return (
      <span className="exporting" role="status">
        {words.export.running(running.name)}{' '}
        <span className="number">{words.export.progress((running.bytes / 1e6).toFixed(1))}</span>
        <Button onClick={cancel}>{words.export.cancel}</Button>
      </span>
    )
  const choices: [string, Wanted][] = [
    [words.export.pdf, { format: 'pdf' }],
    [words.export.pdfNotes, { format: 'pdf', annotations: true }],
    [words.export.zip, { format: 'zip' }],
    ...(open ? [[words.export.document, { documents: [open] }] as [string, Wanted]] : []),
    ...(selected.length
      ? [[words.export.selected(selected.length), { documents: selected }] as [string, Wanted]]
      : []),
  ]
  return (
    <Menu label={words.export.button} button={words.export.button} align="end">
      {(close) =>
        choices.map(([label, wanted]) => (
          <button
            key={label}
            type="button"
            role="menuitem"
            onClick={() => {
              close()
              void run(wanted)
            }}
          >
            {label}
          </button>
        ))
      }
    </Menu>
  )
}
