import type { MailDuplicate, PieceToWork, Profile } from '@portico/sdk'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { CommandDialog } from '../ui/command-form.tsx'
import { CheckField, ChoiceField, SelectField, TextField } from '../ui/fields.tsx'
import { isConflict, useCommand } from '../ui/use-command.ts'
import { words } from '../words/mail.ts'
import { CaseField, type ChosenCase } from './case-field.tsx'
import { duplicateText, reasonText } from './reasons.ts'

const text = words.form

/** What somebody decides about a piece; a candidate is the case that they have chosen already. */
export type Settlement = { kind: 'match'; on?: ChosenCase } | { kind: 'drop' | 'reject' | 'reopen' }

type Draft = {
  on?: ChosenCase | undefined
  mailType: string
  documentId: string
  why: string
  evenIfDuplicate: boolean
  receiptDate: string
  postmarkDate: string
}

/** It closes only once the service has taken it; until then nothing that was typed is lost. */
export function SettleForm({
  work,
  settlement,
  profile,
  onClose,
  onSettled,
}: {
  work: PieceToWork
  settlement: Settlement
  profile: Profile | undefined
  onClose: () => void
  onSettled: (kind: Settlement['kind'], docketNumber: string) => void
}) {
  const { piece, candidates, duplicates, mailTypes } = work
  const { kind } = settlement
  const given = settlement.kind === 'match' ? settlement.on : undefined
  const command = useCommand({
    place: `mail.${piece.id}.${kind}${given ? `.${given.id}` : ''}`,
    draft: (): Draft => ({
      on: given,
      mailType: piece.mailType ?? (mailTypes.length === 1 ? (mailTypes[0] ?? '') : ''),
      documentId: duplicates.length === 1 ? (duplicates[0]?.documentId ?? '') : '',
      // What agrees is why: the person who thinks so too has nothing to type.
      why: (candidates.find(({ caseId }) => caseId === given?.id)?.reasons ?? []).map(reasonText).join('; '),
      evenIfDuplicate: false,
      receiptDate: piece.receiptDate,
      postmarkDate: piece.postmarkDate ?? '',
    }),
    check: (draft) => missing(kind, draft, duplicatesIn(draft.on).length > 0),
    run: (draft) => settlers[kind](work, draft),
    renews: [keys.mail],
    onDone: () => onSettled(kind, on?.docketNumber ?? ''),
  })
  const { draft, field, error } = command
  const { on } = draft
  const duplicatesIn = (chosen: ChosenCase | undefined) =>
    duplicates.filter(({ caseId }) => caseId === chosen?.id)
  const docketNumberOf = (caseId: string) =>
    candidates.find((candidate) => candidate.caseId === caseId)?.docketNumber
  const repeated = duplicatesIn(on)

  return (
    <CommandDialog
      title={text[kind]}
      className="settle-form"
      command={command}
      send={text.ok[kind]}
      back={text.back}
      onClose={onClose}
    >
      {kind === 'match' ? (
        <>
          {given ? (
            <p>
              {text.case}{' '}
              <b>
                <span className="number">{given.docketNumber}</span> {given.name}
              </b>
            </p>
          ) : (
            <CaseField
              label={text.case}
              hint={text.caseHint}
              none={text.noCase}
              chosen={on}
              onChoose={(chosen) => command.change({ on: chosen })}
            />
          )}
          <SelectField
            label={text.type}
            none={text.chooseType}
            options={typesOf(profile, mailTypes)}
            {...field('mailType')}
          />
          <TextField label={text.receiptDate} type="date" {...field('receiptDate')} />
          {piece.channel === 'mail' ? (
            <TextField
              label={text.postmarkDate}
              hint={text.postmarkHint}
              type="date"
              {...field('postmarkDate')}
            />
          ) : null}
          {repeated.length > 0 || isConflict(error) ? (
            <fieldset className="field">
              <legend>{text.document}</legend>
              {repeated.map((duplicate) => (
                <p key={duplicate.documentId + duplicate.partId}>{duplicateText(duplicate)}</p>
              ))}
              <CheckField label={text.evenIfDuplicate} {...field('evenIfDuplicate')} />
            </fieldset>
          ) : null}
        </>
      ) : null}
      {kind === 'drop' ? (
        <ChoiceField
          legend={text.document}
          options={onceEach(duplicates).map((duplicate) => ({
            name: duplicate.documentId,
            label: duplicateText(duplicate),
            note: <span className="faint number">{docketNumberOf(duplicate.caseId)}</span>,
          }))}
          {...field('documentId')}
        />
      ) : null}
      <TextField
        label={text.why}
        hint={kind === 'match' || kind === 'drop' ? text.whyHint : text.rejectHint}
        rows={3}
        maxLength={2000}
        {...field('why')}
      />
    </CommandDialog>
  )
}

function missing(kind: Settlement['kind'], draft: Draft, isDuplicate: boolean): string | undefined {
  if (kind === 'match') {
    if (!draft.on) return text.missing.case
    if (!draft.mailType) return text.missing.type
    if (!draft.receiptDate) return text.missing.receiptDate
    if (isDuplicate && !draft.evenIfDuplicate) return text.missing.duplicate
  }
  if (kind === 'drop' && !draft.documentId) return text.missing.document
  return draft.why.trim() ? undefined : text.missing.why
}

const settlers: Record<Settlement['kind'], (work: PieceToWork, draft: Draft) => Promise<unknown>> = {
  match({ piece }, { on, mailType, why, evenIfDuplicate, receiptDate, postmarkDate }) {
    return portico().mail.match(piece.id, on?.id ?? '', {
      mailType,
      why: why.trim(),
      ...(evenIfDuplicate ? { evenIfDuplicate } : {}),
      ...(receiptDate === piece.receiptDate ? {} : { receiptDate }),
      ...(postmarkDate && postmarkDate !== piece.postmarkDate ? { postmarkDate } : {}),
    })
  },
  drop({ piece, duplicates }, { documentId, why }) {
    const { caseId = '' } = duplicates.find((duplicate) => duplicate.documentId === documentId) ?? {}
    return portico().mail.drop(piece.id, { caseId, documentId, why: why.trim() })
  },
  reject: ({ piece }, { why }) => portico().mail.reject(piece.id, why.trim()),
  reopen: ({ piece }, { why }) => portico().mail.reopen(piece.id, why.trim()),
}

/** Those that the piece suggests first. */
function typesOf(profile: Profile | undefined, suggested: readonly string[]) {
  const isSuggested = (name: string) => suggested.includes(name)
  return (profile?.mailTypes ?? [])
    .toSorted(
      (a, b) => Number(isSuggested(b.name)) - Number(isSuggested(a.name)) || a.label.localeCompare(b.label),
    )
    .map(({ name, label }) => ({
      name,
      label: isSuggested(name) ? `${label} (${text.typeSuggested})` : label,
    }))
}

const onceEach = (all: readonly MailDuplicate[]) => [
  ...new Map(all.map((one) => [one.documentId, one])).values(),
]
