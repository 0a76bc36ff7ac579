import type { Letter, LetterPreview, Profile } from '@portico/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { partyName } from '../cases/names.ts'
import { partiesQuery } from '../data/case.ts'
import { portico, useMay } from '../data/session.ts'
import { WholePdf } from '../ui/pdf-file.tsx'
import { State } from '../ui/states.tsx'
import { words } from '../words/admin.ts'
import { SelectField, TextField } from './fields.tsx'
import { rememberedCase, TrialCase, TrialPaper, UsedFields } from './trial-parts.tsx'
import { useSettled } from './use-settled.ts'

const text = words.trial
const composeAfterMs = 700

/** The letter as it would be sent on a case that there is: the very PDF, or why there is none. */
export function LetterTrial({ profile, letter: given }: { profile: Profile; letter?: Letter }) {
  const mayCompose = useMay('writeLetters')
  const [on, setOn] = useState(rememberedCase)
  const [partyId, setPartyId] = useState('')
  const [reason, setReason] = useState('')
  const [name, setName] = useState(profile.letters[0]?.name ?? '')
  const letter = given ?? profile.letters.find((one) => one.name === name)
  const parties =
    useQuery({ ...partiesQuery(on?.id ?? ''), enabled: on !== undefined && mayCompose }).data ?? []
  const { letterhead } = profile
  const asked = useMemo(
    () => letter && { letter, letterhead, partyId, reason },
    [letter, letterhead, partyId, reason],
  )
  const settled = useSettled(asked, composeAfterMs)
  const trial = useQuery({
    queryKey: ['letterTrial', on?.id, settled],
    queryFn: ({ signal }) => preview(on?.id ?? '', settled as NonNullable<typeof settled>, signal),
    enabled: mayCompose && on !== undefined && settled !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  const usesReason = /\breason\b/.test(`${letter?.subject} ${letter?.body}`)

  if (!mayCompose)
    return (
      <aside className="trial" aria-label={text.title}>
        <State title={text.title}>{text.mayNot}</State>
      </aside>
    )
  return (
    <aside className="trial" aria-label={text.title}>
      <div className="trial-of form">
        <TrialCase
          chosen={on}
          onChoose={(chosen) => {
            setOn(chosen)
            setPartyId('')
          }}
        />
        {given ? null : (
          <SelectField
            label={text.letter}
            value={name}
            options={profile.letters.map((one) => [one.name, one.label])}
            onChange={setName}
          />
        )}
        {on ? (
          <SelectField
            label={text.to}
            value={partyId}
            options={[['', text.firstClaimant], ...parties.map((one) => [one.id, partyName(one)] as const)]}
            onChange={setPartyId}
          />
        ) : null}
        {on && usesReason ? (
          <TextField
            label={text.reason}
            hint={text.reasonHint}
            value={reason}
            maxLength={5000}
            onChange={setReason}
          />
        ) : null}
      </div>
      <TrialPaper
        name={text.paper}
        choose={on ? undefined : text.choose.text}
        {...{ trial, of: letter, lines: 14 }}
      >
        {(preview) => <Paper preview={preview} />}
      </TrialPaper>
    </aside>
  )
}

type Asked = { letter: Letter; letterhead: Profile['letterhead']; partyId: string; reason: string }

function preview(caseId: string, { letter, letterhead, partyId, reason }: Asked, signal: AbortSignal) {
  const { subject, body, answerWindowDays, answerWindow } = letter
  const draft = {
    subject,
    body,
    ...(answerWindowDays === undefined ? {} : { answerWindowDays }),
    ...(answerWindow === undefined ? {} : { answerWindow }),
  }
  const to = partyId ? { partyId } : {}
  const because = reason.trim() ? { reason: reason.trim() } : {}
  return portico().letters.preview(caseId, { draft, letterhead, ...to, ...because }, { signal })
}

function Paper({ preview: { pdf, fields } }: { preview: LetterPreview }) {
  const bytes = useMemo(() => Uint8Array.from(atob(pdf), (sign) => sign.charCodeAt(0)), [pdf])
  return (
    <>
      <div className="sheets">
        <WholePdf bytes={bytes} nameOf={text.page} />
      </div>
      <UsedFields fields={fields} />
    </>
  )
}
