import type { correspondence } from '@portico/contract/ports/correspondence'
import { type CallContext, type InputOf, PortError } from '@portico/contract/ports/kit'
import type { ReadBy } from '../returned-mail/read-returned.ts'
import type { Mailer } from '../smtp.ts'

/** Names a letter in a message that comes back without its envelope id. */
const letterHeader = 'X-Portico-Letter'

/** The type of mail of the default profile that somebody takes up. */
export const returnedMailType = 'returnedMail'

/** How a letter that came back is known. */
export const readLettersBy = ({
  domain,
  returnAddresses,
}: Pick<Mailer, 'domain' | 'returnAddresses'>): ReadBy => ({
  idHeaders: [letterHeader],
  domain,
  returnAddresses,
})

/** A letter as an email with the PDF attached. */
export function letterMail(mailer: Pick<Mailer, 'send'>, text = 'Please find our letter attached.') {
  return (
    { letterId, recipient, subject, files }: InputOf<typeof correspondence, 'send'>,
    context: CallContext,
  ) => {
    const address = recipient.contact?.emails?.[0]
    if (address === undefined) throw new PortError('invalid', 'The recipient has no email address.')
    const attached = async (file: (typeof files)[number]) => {
      const chunks = await Array.fromAsync(await context.open(file))
      return { filename: file.name, contentType: file.mediaType, content: Buffer.concat(chunks) }
    }
    const mail = async () => ({
      to: { name: recipient.name, address },
      envelopeId: letterId,
      subject,
      text,
      attachments: await Promise.all(files.map(attached)),
      headers: { [letterHeader]: letterId },
    })
    return mailer.send(mail, context)
  }
}
