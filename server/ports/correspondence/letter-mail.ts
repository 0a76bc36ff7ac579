import type { correspondence } from '@portico/contract/ports/correspondence'
import { type CallContext, type InputOf, PortError } from '@portico/contract/ports/kit'
import { letterHeader, type Mailer } from '../smtp.ts'

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
