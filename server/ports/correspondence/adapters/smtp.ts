import { correspondence } from '@portico/contract/ports/correspondence'
import { defineAdapter } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'
import { openMailer, smtpOptions } from '../../smtp.ts'
import { letterMail } from '../letter-mail.ts'

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
  open({ text, ...options }, host) {
    const mailer = openMailer(options, host, ({ envelopeId: letterId, ...bounce }, id) =>
      host.tell('bounce', { letterId, ...bounce }, { id }),
    )
    return {
      supports: ['distribution', ...(options.bounces === undefined ? [] : (['receipts'] as const))],
      calls: { send: letterMail(mailer, text) },
      check: mailer.check,
      start: mailer.start,
      close: mailer.close,
    }
  },
})
