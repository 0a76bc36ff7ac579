import type { NotificationPreview, NotificationRule } from '@portico/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { portico } from '../data/session.ts'
import { moment } from '../ui/dates.ts'
import { State } from '../ui/states.tsx'
import { words } from '../words/admin.ts'
import { rememberedCase, TrialCase, TrialPaper, UsedFields } from './trial-parts.tsx'
import { useSettled } from './use-settled.ts'

const text = words.trial
const composeAfterMs = 700

/** Who would be told on a case that there is, how, and in which words; or why nobody. */
export function NotificationTrial({ notification }: { notification: NotificationRule }) {
  const [on, setOn] = useState(rememberedCase)
  const draft = useMemo(() => {
    const { name: _, label: __, ...rest } = notification
    return rest
  }, [notification])
  const settled = useSettled(draft, composeAfterMs)
  const trial = useQuery({
    queryKey: ['notificationTrial', on?.id, settled],
    queryFn: ({ signal }) => portico().profile.tryNotification(on?.id ?? '', { draft: settled }, { signal }),
    enabled: on !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  return (
    <aside className="trial" aria-label={text.title}>
      <div className="trial-of form">
        <TrialCase chosen={on} onChoose={setOn} />
      </div>
      <TrialPaper
        name={text.messages}
        choose={on ? undefined : text.chooseForMessages}
        {...{ trial, of: notification, lines: 8 }}
      >
        {(preview) => <Messages preview={preview} />}
      </TrialPaper>
    </aside>
  )
}

function Messages({ preview: { event, messages, others, fields } }: { preview: NotificationPreview }) {
  return (
    <>
      <p className="soft">{text.byEvent(event.type, moment(event.at))}</p>
      {messages.length === 0 ? <State title={text.nobody.title}>{text.nobody.text}</State> : null}
      <ul className="messages">
        {messages.map(({ recipient, channel, outcome, at, why, subject, text: body }) => (
          <li key={`${recipient.id} ${channel}`}>
            <p>
              <strong>{recipient.name}</strong>{' '}
              <span className="soft">
                {words.notification.channel[channel]} · {text.outcome[outcome]}
                {at ? ` ${moment(at)}` : ''}
                {why ? `: ${why}` : ''}
              </span>
            </p>
            {subject ? <p className="message-subject">{subject}</p> : null}
            {body ? <p className="message-text">{body}</p> : null}
          </li>
        ))}
      </ul>
      {others > 0 ? <p className="soft">{text.others(others)}</p> : null}
      <UsedFields fields={fields} />
    </>
  )
}
