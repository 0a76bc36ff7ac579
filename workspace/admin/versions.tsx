import type { ProfileVersion } from '@portico/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { keys } from '../data/keys.ts'
import { profileQuery, useProfile } from '../data/profile.ts'
import { portico } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { CommandDialog } from '../ui/command-form.tsx'
import { moment } from '../ui/dates.ts'
import { TextField } from '../ui/fields.tsx'
import { PersonName } from '../ui/person-name.tsx'
import { Skeleton } from '../ui/states.tsx'
import { isConflict, problemText, useCommand } from '../ui/use-command.ts'
import { words } from '../words/admin.ts'
import { words as lists } from '../words/lists.ts'
import { ChangesTable } from './changes-table.tsx'

const text = words.versions
const versionsKey = [...keys.profile, 'versions']

/** Every version that was ever in force: who saved it, why, and what it changed. */
export function Versions() {
  const { entry } = useSearch({ from: '/frame/admin' })
  const navigate = useNavigate()
  const [restoring, restore] = useState<ProfileVersion>()
  const found = useInfiniteQuery({
    queryKey: versionsKey,
    queryFn: ({ pageParam, signal }) =>
      portico()
        .profile.versions({ limit: 50, ...(pageParam ? { after: Number(pageParam) } : {}), signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: 10_000,
  })
  const all = found.data?.pages.flatMap(({ versions }) => versions) ?? []
  const current = all.find(({ number }) => String(number) === entry) ?? all[0]
  return (
    <>
      <section className="entry" aria-label={words.parts.versions}>
        <Answer query={found}>
          {() => (
            <ol className="version-list" aria-label={text.list}>
              {all.map((version, nth) => (
                <li key={version.number} data-id={version.number}>
                  <button
                    type="button"
                    aria-pressed={version === current}
                    onClick={() =>
                      void navigate({
                        to: '/admin/$part',
                        params: { part: 'versions' },
                        search: { entry: String(version.number) },
                      })
                    }
                  >
                    <b>{text.version(version.number)}</b>
                    {nth === 0 ? <span className="tag">{text.inForce}</span> : null}
                    <span className="why">{version.why}</span>
                    <small className="soft">
                      <PersonName username={version.createdBy} />, {moment(version.createdAt)} ·{' '}
                      {text.source[version.source]}
                    </small>
                  </button>
                </li>
              ))}
              {found.hasNextPage ? (
                <li>
                  <Button onClick={() => void found.fetchNextPage()}>{lists.more}</Button>
                </li>
              ) : null}
            </ol>
          )}
        </Answer>
      </section>
      {current ? (
        <VersionView
          key={current.number}
          version={current}
          isInForce={current === all[0]}
          onRestore={() => restore(current)}
        />
      ) : (
        <Skeleton />
      )}
      {restoring ? (
        <RestoreDialog version={restoring} inForce={all[0]} onClose={() => restore(undefined)} />
      ) : null}
    </>
  )
}

function VersionView({
  version: { number, applied },
  isInForce,
  onRestore,
}: {
  version: ProfileVersion
  isInForce: boolean
  onRestore: () => void
}) {
  const profile = useProfile()
  const changes = useQuery({
    queryKey: [...keys.profile, 'changes', number],
    queryFn: ({ signal }) => portico().profile.changes(number, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: number > 1,
  })
  return (
    <aside className="trial" aria-label={text.changes}>
      <div className="trial-of">
        <h2 className="heading">{text.version(number)}</h2>
        {applied && applied.tasks + applied.cases > 0 ? (
          <p className="soft">{text.moved(applied.tasks, applied.cases)}</p>
        ) : null}
        {isInForce ? null : <Button onClick={onRestore}>{text.restore}</Button>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <div className="trial-paper" role="region" aria-label={text.changes} tabIndex={0}>
        {number === 1 ? (
          <p className="soft">{text.noChanges}</p>
        ) : (
          <Answer query={changes}>
            {({ changes: made }) =>
              profile ? <ChangesTable changes={made} profile={profile} /> : <Skeleton lines={4} />
            }
          </Answer>
        )}
      </div>
    </aside>
  )
}

function RestoreDialog({
  version: { number },
  inForce,
  onClose,
}: {
  version: ProfileVersion
  inForce: ProfileVersion | undefined
  onClose: () => void
}) {
  const command = useCommand({
    place: `profile.restore.${number}`,
    draft: { why: '' },
    check: ({ why }) => (why.trim() ? undefined : words.review.missingWhy),
    run: ({ why }) => portico().profile.restore(number, why.trim(), { ifMatch: inForce?.number }),
    renews: [profileQuery.queryKey],
    problemOf: (error) => (isConflict(error) ? words.review.conflict : problemText(error)),
    done: ({ version }) => text.restored(version.number),
    onDone: onClose,
  })
  return (
    <CommandDialog
      title={text.restoreTitle(number)}
      command={command}
      send={text.ok}
      back={words.review.back}
      onClose={onClose}
    >
      <p>{text.restoreText}</p>
      <TextField label={words.review.why} maxLength={1000} {...command.field('why')} />
    </CommandDialog>
  )
}
