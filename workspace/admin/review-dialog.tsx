import { useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '../data/profile.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { CommandDialog } from '../ui/command-form.tsx'
import { TextField } from '../ui/fields.tsx'
import { isConflict, problemText, useCommand } from '../ui/use-command.ts'
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
  const client = useQueryClient()
  const { profile, base, changes, trial, isTried, clashes } = drafting
  const command = useCommand({
    place: 'profile.reason',
    draft: { why: '' },
    check: ({ why }) => (why.trim() ? undefined : text.missingWhy),
    run: ({ why }) => portico().profile.save(profile, why.trim(), { ifMatch: base }),
    problemOf: (error) => (isConflict(error) ? text.conflict : problemText(error)),
    done: ({ version }) => text.saved(version.number),
    onDone(saved) {
      client.setQueryData(profileQuery.queryKey, saved)
      drafting.discard()
      onClose()
    },
    onFailed: (error) =>
      isConflict(error) && void client.invalidateQueries({ queryKey: profileQuery.queryKey, exact: true }),
  })

  const faults = trial?.faults ?? []
  const blockers = trial?.blockers ?? []
  return (
    <CommandDialog
      title={text.title}
      className="review"
      command={command}
      send={text.save}
      canSend={isTried && trial?.wouldApply === true && clashes.length === 0}
      back={text.back}
      onClose={onClose}
    >
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
      <TextField label={text.why} hint={text.whyHint} maxLength={1000} {...command.field('why')} />
    </CommandDialog>
  )
}
