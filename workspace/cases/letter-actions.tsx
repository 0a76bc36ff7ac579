import type { SentLetter } from '@portico/sdk'
import { useOpenAfterReload } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { portico, useMay } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { CommandDialog } from '../ui/command-form.tsx'
import { dayFromToday, noonOf } from '../ui/dates.ts'
import { TextField } from '../ui/fields.tsx'
import { filled } from '../ui/filled.ts'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/letters.ts'

type Kind = 'receipt' | 'failure'

const text = words.settle

/** Whoever mails letters by hand says that one went out, or that one came back. */
export function LetterActions({ caseId, letter }: { caseId: string; letter: SentLetter }) {
  const mayRecord = useMay('recordDeliveries')
  const [form, setForm] = useOpenAfterReload<Kind>(`letter.${letter.id}`)
  const isOut = letter.status === 'composed' || letter.status === 'receipted'
  if (!mayRecord || (letter.status !== 'failed' && !isOut) || letter.documentId === undefined) return null
  return (
    <>
      {letter.status === 'receipted' ? null : (
        <Button onClick={() => setForm('receipt')}>{text.receipt}</Button>
      )}
      {isOut ? <Button onClick={() => setForm('failure')}>{text.failure}</Button> : null}
      {form ? (
        <SettleLetter caseId={caseId} letter={letter} kind={form} onClose={() => setForm(undefined)} />
      ) : null}
    </>
  )
}

function SettleLetter({
  caseId,
  letter,
  kind,
  onClose,
}: {
  caseId: string
  letter: SentLetter
  kind: Kind
  onClose: () => void
}) {
  const command = useCommand({
    place: `letter.${letter.id}.${kind}`,
    draft: () => ({ channel: 'mail', sentOn: dayFromToday(), tracking: '', why: '' }),
    check({ channel, sentOn, why }) {
      if (kind === 'failure') return why.trim() ? undefined : text.missing.why
      return channel.trim() && sentOn ? undefined : text.missing.receipt
    },
    ends: { caseId },
    run({ channel, sentOn, tracking, why }, _, confirm): Promise<unknown> {
      if (kind === 'failure') return portico().letters.fail(caseId, letter.id, { why: why.trim() })
      const receipt = {
        channel: channel.trim(),
        sentAt: sentAt(sentOn),
        ...filled({ tracking }),
      }
      return confirm({ receiptLetter: { letterId: letter.id, ...receipt } }, (ends) =>
        portico().letters.receipt(caseId, letter.id, { ...receipt, ends }),
      )
    },
    renews: [keys.of(caseId, 'deliveries'), keys.mail],
    done: kind === 'receipt' ? text.receipted : text.failed,
    onDone: onClose,
  })
  const { field } = command
  return (
    <CommandDialog
      title={`${text.title[kind]}: ${letter.subject ?? letter.letter}`}
      command={command}
      send={text.ok[kind]}
      back={words.back}
      onClose={onClose}
    >
      {kind === 'receipt' ? (
        <>
          <TextField label={text.channel} maxLength={60} {...field('channel')} />
          <TextField label={text.sentOn} type="date" max={dayFromToday()} {...field('sentOn')} />
          <TextField label={text.tracking} maxLength={200} {...field('tracking')} />
        </>
      ) : (
        <TextField label={text.why} hint={text.whyHint} rows={3} maxLength={2000} {...field('why')} />
      )}
    </CommandDialog>
  )
}

/** Of a day only the day is known: now, if it is today. */
function sentAt(day: string): string {
  const now = new Date()
  const noon = noonOf(day)
  return (noon > now ? now : noon).toISOString()
}
