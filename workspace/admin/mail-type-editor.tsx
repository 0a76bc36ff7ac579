import type { MailType, Profile } from '@portico/sdk'
import { ArrowUp, X } from 'lucide-react'
import { Button, IconButton } from '../ui/button.tsx'
import { CheckField } from '../ui/fields.tsx'
import { words } from '../words/admin.ts'
import { Faults, type FaultsAt, Group, SelectField, WordsField } from './fields.tsx'
import { without } from './letter-editor.tsx'

const text = words.mail
type Route = MailType['routes'][number]

/** A type of mail: the task that it opens, and who gets it. The last route is for all that no other is for. */
export function MailTypeEditor({
  mailType,
  profile,
  faultsAt,
  onChange,
}: {
  mailType: MailType
  profile: Profile
  faultsAt: FaultsAt
  onChange: (mailType: MailType) => void
}) {
  const { routes } = mailType
  const teams = profile.teams.map(({ name, label }) => [name, label] as const)
  const setRoutes = (next: Route[]) => onChange({ ...mailType, routes: next })
  const last = routes.length - 1
  const { none, ...conditions } = text.when
  const unused = (Object.keys(conditions) as (keyof typeof conditions)[]).filter(
    (condition) => !routes.some(({ when }) => when === condition),
  )
  return (
    <>
      <SelectField
        label={text.taskType}
        value={mailType.taskType}
        options={profile.taskTypes.map(({ name, label }) => [name, label])}
        faults={faultsAt('taskType')}
        onChange={(taskType) => onChange({ ...mailType, taskType })}
      />
      <Group title={text.routes}>
        <ol className="routes">
          {routes.map((route, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: routes have nothing else to be known by
            <li key={nth}>
              {nth === last ? (
                <span className="when">{none}</span>
              ) : (
                <SelectField
                  label={text.whenLabel(nth + 1)}
                  isLabelHidden
                  value={route.when ?? ''}
                  options={Object.entries(conditions)}
                  onChange={(when) =>
                    setRoutes(routes.with(nth, { ...route, when: when as Route['when'] } as Route))
                  }
                />
              )}
              <CheckField
                label={text.toLastAssignee}
                value={route.toLastAssignee === true}
                onChange={(isOn) => setRoutes(routes.with(nth, without(route, 'toLastAssignee', true, isOn)))}
              />
              <SelectField
                label={text.teamLabel(nth + 1)}
                isLabelHidden
                value={route.team}
                options={teams}
                onChange={(team) => setRoutes(routes.with(nth, { ...route, team }))}
              />
              {nth === last ? null : (
                <span className="tools">
                  {nth > 0 ? (
                    <IconButton
                      name={text.up(nth + 1)}
                      icon={<ArrowUp />}
                      onClick={() => setRoutes(swapped(routes, nth - 1))}
                    />
                  ) : null}
                  <IconButton
                    name={text.removeRoute(nth + 1)}
                    icon={<X />}
                    onClick={() => setRoutes(routes.toSpliced(nth, 1))}
                  />
                </span>
              )}
              <Faults faults={faultsAt(`routes[${nth}]`)} />
            </li>
          ))}
        </ol>
        {unused[0] ? (
          <Button
            onClick={() =>
              setRoutes([
                { when: unused[0] as NonNullable<Route['when']>, team: routes[last]?.team ?? '' },
                ...routes,
              ])
            }
          >
            {text.addRoute}
          </Button>
        ) : null}
      </Group>
      <CheckField
        label={text.blocksDistribution}
        value={mailType.blocksDistribution}
        onChange={(blocksDistribution) => onChange({ ...mailType, blocksDistribution })}
      />
      <CheckField
        label={text.allowedOnClosed}
        value={mailType.allowedOnClosed}
        onChange={(allowedOnClosed) => onChange({ ...mailType, allowedOnClosed })}
      />
      <WordsField
        label={text.documentTypes}
        words={profile.documentTypes}
        chosen={mailType.documentTypes}
        faults={faultsAt('documentTypes')}
        onChange={(documentTypes) => onChange({ ...mailType, documentTypes })}
      />
    </>
  )
}

/** The route at a place, and the one after it, the other way round. */
function swapped(routes: readonly Route[], at: number): Route[] {
  const [one, other] = [routes[at], routes[at + 1]]
  return one && other ? routes.toSpliced(at, 2, other, one) : [...routes]
}
