import { type MailDuplicate, type PieceToWork, PorticoError, type Profile } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useDraft } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { KeptDraftNote } from '../ui/kept-draft.tsx'
import { words } from '../words/mail.ts'
import { CaseField, type ChosenCase } from './case-field.tsx'
import { duplicateText, reasonText } from './reasons.ts'
import '../ui/form.css'

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
  const id = useId()
  const client = useQueryClient()
  const place = `mail.${piece.id}.${kind}${given ? `.${given.id}` : ''}`
  const [draft, setDraft, clearDraft, kept] = useDraft<Draft>(place, () => ({
    on: given,
    mailType: piece.mailType ?? (mailTypes.length === 1 ? (mailTypes[0] ?? '') : ''),
    documentId: duplicates.length === 1 ? (duplicates[0]?.documentId ?? '') : '',
    // What agrees is why: the person who thinks so too has nothing to type.
    why: (candidates.find(({ caseId }) => caseId === given?.id)?.reasons ?? []).map(reasonText).join('; '),
    evenIfDuplicate: false,
    receiptDate: piece.receiptDate,
    postmarkDate: piece.postmarkDate ?? '',
  }))
  // A draft that was kept before these fields were there has neither.
  const { receiptDate = piece.receiptDate, postmarkDate = piece.postmarkDate ?? '' } = draft as Partial<Draft>
  const { on, mailType, documentId, why, evenIfDuplicate } = draft
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  const [problem, setProblem] = useState('')
  const repeated = duplicates.filter(({ caseId }) => caseId === on?.id)
  const [isRefused, setRefused] = useState(false)

  const send = useMutation({
    mutationFn: () => {
      const { mail } = portico()
      const said = why.trim()
      if (kind === 'reject') return mail.reject(piece.id, said)
      if (kind === 'reopen') return mail.reopen(piece.id, said)
      if (kind === 'drop') {
        const { caseId = '' } = duplicates.find((one) => one.documentId === documentId) ?? {}
        return mail.drop(piece.id, { caseId, documentId, why: said })
      }
      return mail.match(piece.id, on?.id ?? '', {
        mailType,
        why: said,
        ...(evenIfDuplicate ? { evenIfDuplicate } : {}),
        ...(receiptDate === piece.receiptDate ? {} : { receiptDate }),
        ...(postmarkDate && postmarkDate !== piece.postmarkDate ? { postmarkDate } : {}),
      })
    },
    onSuccess: () => {
      clearDraft()
      onSettled(kind, on?.docketNumber ?? '')
    },
    onError: (error) => {
      setRefused(error instanceof PorticoError && error.code === 'conflict')
      setProblem(error instanceof PorticoError ? error.message : String(error))
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.mail }),
  })

  function missing(): string | undefined {
    if (kind === 'match' && !on) return text.missing.case
    if (kind === 'match' && !mailType) return text.missing.type
    if (kind === 'match' && !receiptDate) return text.missing.receiptDate
    if (kind === 'match' && repeated.length > 0 && !evenIfDuplicate) return text.missing.duplicate
    if (kind === 'drop' && !documentId) return text.missing.document
    return why.trim() ? undefined : text.missing.why
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const fault = missing()
    setProblem(fault ?? '')
    if (!fault && !send.isPending) send.mutate()
  }

  return (
    <Dialog title={text[kind]} onClose={onClose}>
      <form className="form settle-form" onSubmit={submit} noValidate>
        <KeptDraftNote kept={kept} />
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
                onChoose={(chosen) => change({ on: chosen })}
              />
            )}
            <div className="field">
              <label htmlFor={`${id}-type`}>{text.type}</label>
              <select
                id={`${id}-type`}
                value={mailType}
                onChange={({ target }) => change({ mailType: target.value })}
              >
                <option value="">{text.chooseType}</option>
                {typesOf(profile, mailTypes).map(({ name, label, isSuggested }) => (
                  <option key={name} value={name}>
                    {isSuggested ? `${label} (${text.typeSuggested})` : label}
                  </option>
                ))}
              </select>
            </div>
            <div className="field">
              <label htmlFor={`${id}-received`}>{text.receiptDate}</label>
              <input
                id={`${id}-received`}
                type="date"
                value={receiptDate}
                onChange={({ target }) => change({ receiptDate: target.value })}
              />
            </div>
            {piece.channel === 'mail' ? (
              <div className="field">
                <label htmlFor={`${id}-postmark`}>{text.postmarkDate}</label>
                <input
                  id={`${id}-postmark`}
                  type="date"
                  aria-describedby={`${id}-postmark-hint`}
                  value={postmarkDate}
                  onChange={({ target }) => change({ postmarkDate: target.value })}
                />
                <span id={`${id}-postmark-hint`} className="hint">
                  {text.postmarkHint}
                </span>
              </div>
            ) : null}
            {repeated.length > 0 || isRefused ? (
              <fieldset className="field">
                <legend>{text.document}</legend>
                {repeated.map((one) => (
                  <p key={one.documentId + one.partId}>{duplicateText(one)}</p>
                ))}
                <label className="choice">
                  <input
                    type="checkbox"
                    checked={evenIfDuplicate}
                    onChange={({ target }) => change({ evenIfDuplicate: target.checked })}
                  />
                  {text.evenIfDuplicate}
                </label>
              </fieldset>
            ) : null}
          </>
        ) : null}
        {kind === 'drop' ? (
          <fieldset className="field">
            <legend>{text.document}</legend>
            {onceEach(duplicates).map((one) => (
              <label key={one.documentId} className="choice">
                <input
                  type="radio"
                  name="document"
                  checked={one.documentId === documentId}
                  onChange={() => change({ documentId: one.documentId })}
                />
                {duplicateText(one)}
                <span className="faint number">
                  {candidates.find(({ caseId }) => caseId === one.caseId)?.docketNumber}
                </span>
              </label>
            ))}
          </fieldset>
        ) : null}
        <div className="field">
          <label htmlFor={`${id}-why`}>{text.why}</label>
          <textarea
            id={`${id}-why`}
            rows={3}
            maxLength={2000}
            value={why}
            onChange={({ target }) => change({ why: target.value })}
          />
          <span className="hint">{kind === 'match' || kind === 'drop' ? text.whyHint : text.rejectHint}</span>
        </div>
        <div className="problem" role="alert">
          {problem}
        </div>
        <div className="buttons">
          <Button onClick={onClose}>{text.back}</Button>
          <Button type="submit" kind="solid" aria-disabled={send.isPending}>
            {text.ok[kind]}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Those that the piece suggests first. */
function typesOf(profile: Profile | undefined, suggested: readonly string[]) {
  const all = (profile?.mailTypes ?? []).map(({ name, label }) => ({
    name,
    label,
    isSuggested: suggested.includes(name),
  }))
  return all.toSorted(
    (one, other) =>
      Number(other.isSuggested) - Number(one.isSuggested) || one.label.localeCompare(other.label),
  )
}

const onceEach = (all: readonly MailDuplicate[]) => [
  ...new Map(all.map((one) => [one.documentId, one])).values(),
]
