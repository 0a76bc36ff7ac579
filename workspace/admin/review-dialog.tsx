import { PorticoError } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useDraft } from '../data/draft.ts'
import { profileQuery } from '../data/profile.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/admin.ts'
import { ChangesTable } from './changes-table.tsx'
import { plain } from './fields.tsx'
import { placeWords } from './places.ts'
import type { Drafting } from './use-profile-draft.ts'

const text = words.review

/** What is about to be put in force, and what it does to open work; then it is, with a reason. */
export function ReviewDialog({
  drafting,
  onClose,
  onGo,
}: {
  drafting: Drafting
  onClose: () => void
  onGo: (place: string) => void
}) {
  const id = useId()
  const client = useQueryClient()
  const { profile, base, changes, trial, isTried, clashes } = drafting
  const [why, setWhy, clearWhy] = useDraft('profile.why', '')
  const [problem, setProblem] = useState('')
  const save = useMutation({
    mutationFn: () => portico().profile.save(profile, why.trim(), { ifMatch: base }),
    onSuccess: (saved) => {
      client.setQueryData(profileQuery.queryKey, saved)
      clearWhy()
      drafting.discard()
      onClose()
      toast(text.saved(saved.version.number))
    },
    onError: async (error) => {
      const isStale = error instanceof PorticoError && error.code === 'conflict'
      setProblem(isStale ? text.conflict : error.message)
      if (isStale) await client.invalidateQueries({ queryKey: profileQuery.queryKey, exact: true })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(why.trim() ? '' : text.missingWhy)
    if (why.trim() && !save.isPending && clashes.length === 0) save.mutate()
  }

  const faults = trial?.faults ?? []
  const blockers = trial?.blockers ?? []
  return (
    <Dialog title={text.title} onClose={onClose}>
      <form className="form review" onSubmit={submit} noValidate>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
        <div className="scroll" role="region" aria-label={text.changes} tabIndex={0}>
          <ChangesTable changes={changes} profile={profile} />
        </div>
        <section aria-label={text.trial} aria-live="polite">
          <h3>{text.trial}</h3>
          {!isTried || !trial ? (
            <p className="soft">{text.waiting}</p>
          ) : faults.length > 0 ? (
            <>
              <p className="problem">{text.faults}</p>
              <ul className="faults">
                {faults.map((fault) => (
                  <li key={`${fault.place} ${fault.what}`}>
                    <b>{placeWords(fault.place, profile)}</b>: {plain(fault)}{' '}
                    <Button onClick={() => onGo(fault.place)}>{text.go}</Button>
                  </li>
                ))}
              </ul>
            </>
          ) : blockers.length > 0 ? (
            <>
              <p className="problem">{text.blocked}</p>
              <ul>
                {blockers.map(({ what }) => (
                  <li key={what}>{what}</li>
                ))}
              </ul>
            </>
          ) : trial.tasks.count + trial.cases.count === 0 ? (
            <p>{text.noEffect}</p>
          ) : (
            <p>
              {trial.tasks.count > 0 ? text.tasks(trial.tasks.count) : ''}{' '}
              {trial.cases.count > 0 ? text.cases(trial.cases.count) : ''}
            </p>
          )}
        </section>
        <div className="field">
          <label htmlFor={id}>{text.why}</label>
          <input id={id} value={why} maxLength={1000} onChange={({ target }) => setWhy(target.value)} />
          <span className="hint">{text.whyHint}</span>
        </div>
        <div className="problem" role="alert">
          {problem}
        </div>
        <div className="buttons">
          <Button onClick={onClose}>{text.back}</Button>
          <Button type="submit" kind="solid" disabled={!isTried || !trial?.wouldApply || save.isPending}>
            {text.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
