import type { DocumentSummary } from '@portico/sdk'
import { useRef } from 'react'
import { portico, session } from '../data/session.ts'
import { useStore } from '../data/store.ts'
import { Button } from '../ui/button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/reading.ts'
import { openExports, type WantedFile } from './exports.ts'

export type Wanted =
  | { format: 'pdf' | 'zip'; annotations?: boolean }
  | { documents: readonly DocumentSummary[] }

const text = words.export

const exported = openExports({
  save(parts, name, type) {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(parts, { type }))
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  },
  onSaved: (name) => toast(text.done(name)),
  onStopped: (name) => toast(text.cancelled(name)),
  onFailed: (name, why) => toast(text.failed(name, why ?? text.broken), { isBad: true }),
})

session.subscribe(() => {
  if (session.get().status === 'out') exported.stopAll()
})

/** Downloads the case, or some of its documents. */
export function exportFrom(caseId: string, docketNumber: string, wanted: Wanted) {
  const files: WantedFile[] =
    'documents' in wanted
      ? wanted.documents.map(({ id, name }) => ({
          name: `${name}.pdf`,
          open: (signal) => portico().documents.content(caseId, id, { signal }),
        }))
      : [
          {
            name: `${docketNumber}.${wanted.format}`,
            open: (signal) => portico().appeals.file(caseId, { annotations: false, ...wanted, signal }),
          },
        ]
  void exported.run(caseId, files)
}

/** The exports that are offered, and the progress of those that run. */
export function ExportMenu({
  caseId,
  run,
  open,
  selected,
}: {
  caseId: string
  run: (wanted: Wanted) => void
  open: DocumentSummary | undefined
  selected: readonly DocumentSummary[]
}) {
  const running = useStore(exported).filter((entry) => entry.caseId === caseId)
  const here = useRef<HTMLSpanElement>(null)
  const choices: [string, Wanted][] = [
    [text.pdf, { format: 'pdf' }],
    [text.pdfNotes, { format: 'pdf', annotations: true }],
    [text.zip, { format: 'zip' }],
    ...(open ? [[text.document, { documents: [open] }] as [string, Wanted]] : []),
    ...(selected.length
      ? [[text.selected(selected.length), { documents: selected }] as [string, Wanted]]
      : []),
  ]
  return (
    <span ref={here} className="exporting">
      <span role="status">{running.map(({ name }) => text.running(name)).join(' ')}</span>
      {running.map(({ id, name, bytes, stop }) => (
        <span key={id} className="exporting">
          <span className="number">{text.progress((bytes / 1e6).toFixed(1))}</span>
          <Button
            aria-label={text.cancelOne(name)}
            onClick={() => {
              // This button vanishes with the export that it cancels.
              here.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
              stop()
            }}
          >
            {text.cancel}
          </Button>
        </span>
      ))}
      <Menu label={text.button} button={text.button} align="end">
        {choices.map(([label, wanted]) => (
          <MenuItem key={label} run={() => run(wanted)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </span>
  )
}
