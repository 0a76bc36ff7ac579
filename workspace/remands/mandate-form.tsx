import type { Remand } from '@portico/sdk'
import { standingKeys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { unlessChanged } from '../data/unless-changed.ts'
import { CommandDialog } from '../ui/command-form.tsx'
import { calendarDay, dayFromToday } from '../ui/dates.ts'
import { TextField } from '../ui/fields.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/remands.ts'

const text = words.correct

/** The date that was typed, and the one that it replaces: whoever has typed none corrects the one that stands. */
type Draft = { typed?: { on: string; over: string }; why: string }

const mandateOf = (remand: Remand | undefined) => remand?.mandate?.mandateOn ?? ''

/** Another date of a court's mandate, and why. */
export function MandateForm({
  caseId,
  remand,
  onClose,
}: {
  caseId: string
  remand: Remand
  onClose: () => void
}) {
  const current = mandateOf(remand)
  const command = useCommand({
    place: `remand.${remand.id}.mandate`,
    draft: { why: '' } as Draft,
    check({ typed, why }) {
      if (!typed?.on || typed.on === current) return text.missing.on
      return why.trim() ? undefined : text.missing.why
    },
    async run({ typed, why }) {
      const mandateOn = typed?.on ?? current
      const other = await unlessChanged({
        version: async () => (await portico().cases.get(caseId)).version,
        read: async () =>
          mandateOf((await portico().remands.list(caseId)).find(({ id }) => id === remand.id)),
        isSeen: (found) => found === typed?.over,
        write: (options) =>
          portico().remands.correctMandate(caseId, remand.id, { mandateOn, why: why.trim() }, options),
      })
      if (!other) return
      command.change({ typed: { on: mandateOn, over: other.found } })
      throw new Error(text.changed(calendarDay(other.found)))
    },
    renews: standingKeys(caseId),
    done: text.done,
    onDone: onClose,
  })
  const { typed } = command.draft
  return (
    <CommandDialog title={text.title} command={command} send={text.send} back={words.back} onClose={onClose}>
      <p>{text.explain}</p>
      <TextField
        label={words.court.on}
        type="date"
        max={dayFromToday()}
        value={typed?.on ?? current}
        onChange={(on) => command.change({ typed: { on, over: typed?.over ?? current } })}
      />
      <TextField label={text.why} rows={2} maxLength={2000} {...command.field('why')} />
    </CommandDialog>
  )
}
