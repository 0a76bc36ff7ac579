import { correspondence } from '@portico/contract/ports/correspondence'
import { defineAdapter, PortError } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'
import { openMailer, smtpOptions } from '../../smtp.ts'

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
  open({ text = 'Please find our letter attached.', ...options }, host) {
    const mailer = openMailer(options, host, ({ envelopeId: letterId, ...bounce }, id) =>
      host.tell('bounce', { letterId, ...bounce }, { id }),
    )
    return {
      supports: options.bounces === undefined ? [] : ['receipts'],
      calls: {
        send({ letterId, recipient, subject, files }, context) {
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
            headers: { 'X-Portico-Letter': letterId },
          })
          return mailer.send(mail, context)
        },
      },
      check: mailer.check,
      start: mailer.start,
      close: mailer.close,
    }
  },
})
