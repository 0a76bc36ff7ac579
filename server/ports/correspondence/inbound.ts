import { correspondence } from '@portico/contract/ports/correspondence'
import type { FactOf } from '@portico/contract/ports/kit'
import { Refusal } from '../../core/kernel/decider.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { documentName } from '../../files/intake/document-name.ts'
import { countAwaited } from '../../store/mail-pieces.ts'
import type { Heard, HeardParts, PortParts } from '../delivery/bindings/serve-port.ts'

/** The piece is kept whole before anything is decided about it: its files are fetched, then it is matched to a case. */
export async function hearPieceArrived(
  fact: FactOf<typeof correspondence, 'pieceArrived'>,
  { portico, actor }: HeardParts<'letters' | 'mail'>,
): Promise<Heard> {
  const { pieceId, channel, sender, receiptDate, postmarkDate, subject, text, letterId } = fact
  const { suggestedType: mailType } = fact
  const letter = letterId === undefined ? undefined : await portico.letters.find(letterId)
  const ofLetter = letter && { caseId: letter.caseId }
  const facts = {
    channel,
    sender: withoutUndefined({ name: sender.name, address: sender.address }),
    receiptDate,
    ...withoutUndefined({ postmarkDate, subject, text, mailType, case: fact.case ?? ofLetter }),
  }
  const files = fact.files.map((file) => {
    const { partId, name, size, sha256, uploadId } = file
    return {
      partId,
      name: documentName(name, 300) ?? 'Unnamed',
      ...withoutUndefined({ size, sha256, uploadId }),
    }
  })
  const isUnique = new Set(files.map(({ partId }) => partId)).size === files.length
  if (!isUnique) throw new Refusal('invalid', 'files must have different partIds.')
  const piece = { externalId: pieceId, broughtBy: actor, facts, files }
  return { taken: (tx) => portico.mail.keep(tx, piece) }
}

export async function awaitedByBinding(db: PortParts['db']): Promise<ReadonlyMap<string, number>> {
  const prefix = `${correspondence.name}/`
  const counts = [...(await countAwaited(db))].filter(([by]) => by.startsWith(prefix))
  return new Map(counts.map(([by, count]) => [by.slice(prefix.length), count]))
}
