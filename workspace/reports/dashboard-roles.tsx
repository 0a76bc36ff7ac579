import type { DashboardDetail } from '@portico/sdk'
import { keys } from '../data/keys.ts'
import { useProfile } from '../data/profile.ts'
import { portico } from '../data/session.ts'
import { CommandDialog } from '../ui/command-form.tsx'
import { ManyField } from '../ui/fields.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/reports.ts'

const text = words.dashboard

/** An administrator says which roles see what a tool has pushed. */
export function DashboardRoles({
  dashboard,
  onClose,
}: {
  dashboard: DashboardDetail['dashboard']
  onClose: () => void
}) {
  const roles = (useProfile()?.roles ?? []).filter(({ isAdministrator }) => !isAdministrator)
  const command = useCommand({
    draft: { roles: dashboard.roles as readonly string[] },
    run: ({ roles }) =>
      portico().dashboards.setRoles(dashboard.id, [...roles], { ifMatch: dashboard.version }),
    renews: [keys.dashboards],
    done: text.saved,
    onDone: onClose,
  })
  return (
    <CommandDialog
      title={text.rolesTitle}
      command={command}
      send={text.save}
      back={text.back}
      onClose={onClose}
    >
      <ManyField
        legend={dashboard.title}
        hint={text.rolesHint}
        options={roles.map(({ name, label }) => ({
          name,
          label,
          note: dashboard.suggestedRoles.includes(name) ? text.suggested : undefined,
        }))}
        {...command.field('roles')}
      />
    </CommandDialog>
  )
}
