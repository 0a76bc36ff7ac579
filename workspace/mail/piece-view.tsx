import type { MailFile, Piece } from '@portico/sdk'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { portico } from '../data/session.ts'
import { IconButton } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { State } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/mail.ts'
import { PieceFile } from './piece-file.tsx'

const text = words.piece

/** The piece itself: one of its files at a time, as it was received. */
export function PieceView({ piece }: { piece: Piece }) {
  const [partId, setPartId] = useState(piece.files[0]?.partId)
  const file = piece.files.find((one) => one.partId === partId) ?? piece.files[0]
  return (
    <section className="piece-view" aria-label={text.label}>
      {file ? (
        <>
          <div className="piece-files">
            {piece.files.length > 1 ? (
              <div className="tabs">
                {piece.files.map((one) => (
                  <button
                    key={one.partId}
                    type="button"
                    aria-pressed={one.partId === file.partId}
                    aria-label={text.file(one.name)}
                    onClick={() => setPartId(one.partId)}
                  >
                    {one.name}
                  </button>
                ))}
              </div>
            ) : (
              <span className="name">{file.name}</span>
            )}
            <span className="faint">
              {[file.pageCount ? text.pages(file.pageCount) : undefined, sizeOf(file)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {file.status === 'kept' ? (
              <IconButton
                name={text.download(file.name)}
                icon={<Download />}
                onClick={() => void download(piece.id, file)}
              />
            ) : null}
          </div>
          {file.why && file.status === 'kept' ? <p className="piece-why">{file.why}</p> : null}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <div className="piece-pages" role="region" aria-label={file.name} tabIndex={0}>
            <PieceFile key={file.partId} pieceId={piece.id} file={file} />
          </div>
        </>
      ) : (
        <State title={text.noFile.title}>{text.noFile.text}</State>
      )}
    </section>
  )
}

const sizeOf = ({ bytes }: MailFile) =>
  bytes === undefined
    ? undefined
    : bytes < 1_000_000
      ? `${Math.max(1, Math.round(bytes / 1000))} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`

async function download(pieceId: string, { partId, name }: MailFile) {
  try {
    const content = await portico().mail.content(pieceId, partId)
    saveFile(await content.bytes(), name, 'application/octet-stream')
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { isBad: true })
  }
}
