import { correspondence } from '@portico/contract/ports/correspondence'
import { type Bytes, defineAdapter, type FactOf, type Host, PortError } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'
import { dayOf } from '../../../core/time/moments.ts'
import { type FollowUp, followUp } from '../../returned-mail/follow-up.ts'
import { mostReadBytes, readReturned } from '../../returned-mail/read-returned.ts'
import { watchMaildir } from '../../returned-mail/watch-maildir.ts'
import { openMailer, smtpOptions } from '../../smtp.ts'
import { letterMail, readLettersBy, returnedMailType } from '../letter-mail.ts'
import { wholeMessage } from '../mail-parts.ts'
import { shortText } from '../short-text.ts'

type Port = typeof correspondence

const textFile = { partId: 'text', name: 'message.txt', mediaType: 'text/plain' }

export default defineAdapter({
  port: correspondence,
  name: 'smtp',
  does: 'Sends letters as email with the PDF attached, and reads what comes back from a Maildir.',
  options: Type.Object({
    ...smtpOptions,
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        default: 'Please find our letter attached.',
        description: 'What the message says; the letter itself is attached',
      }),
    ),
  }),
  open({ text, bounces, ...options }, host) {
    const mailer = openMailer({ ...options, isReadBack: bounces !== undefined }, host)
    const by = readLettersBy(mailer)
    const maildir =
      bounces === undefined
        ? undefined
        : watchMaildir(bounces, host, async ({ name, head }) => {
            const left = await followUp(head, by, host, ({ sentAs: letterId, ...bounce }, id) =>
              host.tell('bounce', { letterId, ...bounce }, { id }),
            )
            // That somebody is away is no matter of the mailbox for bounces.
            if (left.is === 'mail' || left.is === 'returned') await tellOfPiece(name, left, host)
          })
    return {
      supports: ['distribution', ...(maildir ? (['receipts', 'intake'] as const) : [])],
      calls: {
        send: letterMail(mailer, text),
        ...(maildir ? { fetchPiece: fetchFrom(maildir, by) } : {}),
      },
      async check(signal) {
        await mailer.check(signal)
        await maildir?.check()
      },
      start: async () => maildir?.start(),
      close: async () => maildir?.stop(),
    }
  },
})

/** Whatever is in the mailbox and is not understood waits for a person, who sees the message. */
async function tellOfPiece(
  name: string,
  { is, returned: { from, subject, text }, sentAs }: Exclude<FollowUp, { is: 'none' }>,
  host: Host<Port>,
) {
  const fact: FactOf<Port, 'pieceArrived'> = {
    pieceId: name.slice(0, 200),
    channel: 'electronicSubmission',
    sender: { ...shortText('name', from.name, 500), ...shortText('address', from.address, 500) },
    receiptDate: dayOf(host.now()),
    ...shortText('subject', subject, 500),
    ...shortText('text', text, 20_000),
    ...(is === 'returned' ? { suggestedType: returnedMailType } : {}),
    ...(sentAs === undefined ? {} : { letterId: sentAs }),
    files: [...(text.trim() === '' ? [] : [textFile]), wholeMessage],
    at: host.now().toISOString(),
  }
  await host.tell('pieceArrived', fact, { id: `piece-${name.slice(0, 150)}` })
}

function fetchFrom(maildir: ReturnType<typeof watchMaildir>, by: Parameters<typeof readReturned>[1]) {
  return async ({ pieceId, partId }: { pieceId: string; partId: string }): Promise<Bytes> => {
    const bytes = await maildir.open(pieceId)
    if (partId === wholeMessage.partId) return bytes
    if (partId !== textFile.partId) throw new PortError('gone', 'The message has no such part.')
    const { text } = await readReturned(await headOf(bytes), by)
    return (async function* () {
      yield Buffer.from(text)
    })()
  }
}

async function headOf(bytes: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= mostReadBytes) break
  }
  return Buffer.concat(chunks).subarray(0, mostReadBytes)
}
