import type { MailFile } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { later } from '../ui/later.tsx'
import { Failure, Skeleton, State } from '../ui/states.tsx'
import { words } from '../words/mail.ts'
import { kindOf } from './file-kind.ts'

const RangedPdf = later(
  async () => (await import('../ui/pdf-file.tsx')).RangedPdf,
  <Skeleton lines={12} />,
  Failure,
)

const text = words.piece
const mostText = 200_000
/** A picture or a text is shown whole; a PDF comes by range. */
const mostWhole = 20_000_000

type Of = { pieceId: string; file: MailFile }

/** A file of a piece as it was received. Strangers send it: only what can be drawn harmlessly is. */
export function PieceFile({ pieceId, file }: Of) {
  const query = useQuery({
    queryKey: [...keys.mail, 'file', pieceId, file.partId, file.sha256],
    queryFn: () => open({ pieceId, file }),
    enabled: file.status === 'kept',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  if (file.status !== 'kept')
    return (
      <State title={file.name}>{file.status === 'awaited' ? text.awaited : (file.why ?? text.failed)}</State>
    )
  return (
    <Answer query={query} skeleton={<Skeleton lines={12} />}>
      {(shown) => {
        if (shown.kind === 'pdf') return <Pdf pieceId={pieceId} file={file} />
        if (shown.kind === 'picture') return <Picture name={file.name} bytes={shown.bytes} />
        if (shown.kind === 'text') return <pre className="piece-text">{shown.text || text.empty}</pre>
        return <State title={text.notShown.title}>{file.why ?? text.notShown.text}</State>
      }}
    </Answer>
  )
}

const reading =
  ({ pieceId, file }: Of) =>
  async (start: number, end: number) =>
    (await portico().mail.content(pieceId, file.partId, { range: { start, end: end - 1 } })).bytes()

async function open(of: Of) {
  const read = reading(of)
  const size = of.file.bytes ?? 0
  if (size === 0) return { kind: 'text' as const, text: '' }
  const kind = kindOf(await read(0, Math.min(size, 2048)))
  if (kind === 'pdf') return { kind }
  if (size > mostWhole || kind === undefined) return { kind: 'other' as const }
  if (kind === 'text')
    return { kind, text: new TextDecoder().decode(await read(0, Math.min(size, mostText))) }
  return { kind, bytes: await read(0, size) }
}

function Pdf({ pieceId, file }: Of) {
  return (
    <RangedPdf
      of={`${pieceId} ${file.partId}`}
      size={file.bytes ?? 0}
      read={reading({ pieceId, file })}
      nameOf={(page) => text.page(file.name, page)}
    />
  )
}

function Picture({ name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> }) {
  const address = useMemo(() => URL.createObjectURL(new Blob([bytes])), [bytes])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return <img className="piece-picture" src={address} alt={name} />
}
