import { defineAdapter, PortError } from '@portico/contract/ports/kit'
import { notifications } from '@portico/contract/ports/notifications'
import Type from '@portico/contract/type'
import { openMailer, smtpOptions } from '../../smtp.ts'

export default defineAdapter({
  port: notifications,
  name: 'smtp',
  does: 'Sends notifications as email over SMTP, and reads what comes back from a Maildir.',
  options: Type.Object(smtpOptions),
  open(options, host) {
    const mailer = openMailer(options, host, ({ envelopeId: notificationId, ...bounce }, id) =>
      host.tell('bounce', { notificationId, ...bounce }, { id }),
    )
    return {
      supports: options.bounces === undefined ? [] : ['receipts'],
      calls: {
        notify(input, context) {
          const { notificationId, recipient, subject, text, event, calendar } = input
          const address = recipient.emails?.[0]
          if (address === undefined) throw new PortError('invalid', 'The recipient has no email address.')
          const mail = async () => ({
            to: { name: recipient.name, address },
            envelopeId: notificationId,
            subject,
            text,
            date: new Date(event.at),
            ...(calendar === undefined
              ? {}
              : {
                  attachments: [
                    {
                      filename: 'hearing.ics',
                      contentType: 'text/calendar; method=PUBLISH',
                      content: calendar,
                    },
                  ],
                }),
            headers: { 'X-Portico-Notification': notificationId },
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
