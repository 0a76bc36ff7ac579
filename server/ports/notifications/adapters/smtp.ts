import { hash } from 'node:crypto'
import { defineAdapter, type Host, PortError } from '@portico/contract/ports/kit'
import { notifications } from '@portico/contract/ports/notifications'
import Type from '@portico/contract/type'
import { followUp } from '../../returned-mail/follow-up.ts'
import type { ReadBy } from '../../returned-mail/read-returned.ts'
import { watchMaildir } from '../../returned-mail/watch-maildir.ts'
import { openMailer, smtpOptions } from '../../smtp.ts'

const notificationHeader = 'X-Portico-Notification'

export default defineAdapter({
  port: notifications,
  name: 'smtp',
  does: 'Sends notifications as email over SMTP, and reads what comes back from a Maildir.',
  options: Type.Object(smtpOptions),
  open({ bounces, ...options }, host) {
    const mailer = openMailer({ ...options, isReadBack: bounces !== undefined }, host)
    const { domain, returnAddresses } = mailer
    const by = { idHeaders: [notificationHeader], domain, returnAddresses }
    const maildir =
      bounces === undefined ? undefined : watchMaildir(bounces, host, ({ head }) => hearBack(head, by, host))
    return {
      supports: maildir ? ['receipts'] : [],
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
            headers: { [notificationHeader]: notificationId },
          })
          return mailer.send(mail, context)
        },
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

/** What comes from a mail server and is not understood is told with its words: somebody looks at it. */
async function hearBack(head: Buffer, by: ReadBy, host: Host<typeof notifications>) {
  const left = await followUp(head, by, host, ({ sentAs: notificationId, ...bounce }, id) =>
    host.tell('bounce', { notificationId, ...bounce }, { id }),
  )
  if (left.is !== 'returned') return
  const { sentAs: notificationId = 'unknown', returned } = left
  const said = `${returned.subject}: ${returned.text}`.replaceAll(/[\s\p{Cc}]+/gu, ' ')
  const [failure] = returned.failures
  const why = failure?.why ?? `A mail server returned it, and its report is not understood. ${said}`
  const destination = failure?.destination ?? 'unknown'
  const bounce = { notificationId, why: why.slice(0, 2000), destination, failedAt: host.now().toISOString() }
  await host.tell('bounce', { ...bounce, channel: 'email' }, { id: `returned-${hash('sha256', head)}` })
}
