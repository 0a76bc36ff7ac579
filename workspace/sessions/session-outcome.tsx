import type { ListedSession } from '@portico/sdk'
import { useState } from 'react'
import { serviceNow } from '../data/connection.ts'
import { sessionKeys } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { CommandDialog } from '../ui/command-form.tsx'
import { msUntil } from '../ui/dates.ts'
import { ChoiceField, SelectField, TextField } from '../ui/fields.tsx'
import { filled } from '../ui/filled.ts'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/sessions.ts'

const text = words.outcome

type Session = ListedSession['session']
type Outcome = keyof typeof text.of

/** What may be said of a session as it stands: only one that has begun was held, or missed. */
export function outcomesOf({ status, slot }: Pick<Session, 'status' | 'slot'>): Outcome[] {
  if (status === 'held' || status === 'withdrawn') return []
  const hasBegun = slot !== undefined && msUntil(slot.startsAt, serviceNow()) <= 0
  const all: Outcome[] = [...(hasBegun ? (['held', 'noShow'] as const) : []), 'postponed', 'withdrawn']
  return all.filter((outcome) => outcome !== status)
}

/** Records how a session ended. */
export function OutcomeDialog({
  listed: { caseId, session },
  onClose,
}: {
  listed: ListedSession
  onClose: () => void
}) {
  const outcomes = outcomesOf(session)
  const judges = (session.participants ?? []).filter(({ kind }) => kind === 'adjudicator')
  const [from] = useState(session.slot?.startsAt ?? null)
  const command = useCommand({
    draft: {
      outcome: outcomes[0] as Outcome,
      heldBy: judges.length === 1 ? (judges[0]?.id ?? '') : '',
      why: '',
      withoutRecord: '',
    },
    ends: { caseId },
    run({ outcome, heldBy, why, withoutRecord }, _, confirm) {
      const isHeld = outcome === 'held'
      const given = {
        outcome,
        from,
        ...filled({ why, ...(isHeld ? { heldBy, withoutRecord } : {}) }),
      }
      return confirm({ endSession: { sessionId: session.id, ...given } }, (ends) =>
        portico().sessions.end(caseId, session.id, { ...given, ends }),
      )
    },
    renews: sessionKeys,
    done: (_, { outcome }) => text.done[outcome],
    onDone: onClose,
  })
  const { draft, field } = command
  return (
    <CommandDialog
      title={text.title}
      command={command}
      send={text.save}
      canSend={draft.outcome !== undefined}
      back={text.cancel}
      onClose={onClose}
      canClose={!command.isPending}
    >
      <ChoiceField
        legend={text.legend}
        options={outcomes.map((name) => ({ name, label: text.of[name], note: text.means[name] }))}
        {...field('outcome')}
      />
      {draft.outcome === 'held' && judges.length > 0 ? (
        <SelectField
          label={text.heldBy}
          none={text.nobody}
          options={judges.map(({ id, name }) => ({ name: id, label: name }))}
          {...field('heldBy')}
        />
      ) : null}
      {draft.outcome === 'held' ? (
        <TextField label={text.withoutRecord} maxLength={2000} {...field('withoutRecord')} />
      ) : null}
      <TextField label={text.why} rows={3} maxLength={2000} {...field('why')} />
    </CommandDialog>
  )
}
