import type { Me } from '@portico/sdk'
import { useNavigate } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { type Preferences, setPreferences, usePreferences } from '../data/preferences.ts'
import { signOut } from '../data/session.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { words } from '../words/frame.ts'
import type { Overlay } from './overlay.ts'

const themes: Preferences['theme'][] = ['system', 'light', 'dark']
const densities: Preferences['density'][] = ['compact', 'comfortable']

export default function AccountMenu({ me, open }: { me: Me; open: (overlay: Overlay) => void }) {
  const { theme, density } = usePreferences()
  const navigate = useNavigate()
  return (
    <Menu
      label={words.account(initials(me.displayName), me.displayName)}
      button={initials(me.displayName)}
      buttonClass="avatar"
      align="end"
    >
      <h3 role="presentation">
        <b>{me.displayName}</b> <span className="faint">{me.username}</span>
      </h3>
      <hr />
      <h3 role="presentation">{words.theme.label}</h3>
      {themes.map((value) => (
        <Item
          key={value}
          name={words.theme[value]}
          isChosen={value === theme}
          run={() => setPreferences({ theme: value })}
        />
      ))}
      <h3 role="presentation">{words.density.label}</h3>
      {densities.map((value) => (
        <Item
          key={value}
          name={words.density[value]}
          isChosen={value === density}
          run={() => setPreferences({ density: value })}
        />
      ))}
      <hr />
      <Item name={words.alertSettings} run={() => void navigate({ to: '/alerts/settings' })} />
      <Item name={words.shortcuts.title} run={() => open('shortcuts')} />
      <Item name={words.changePassword} run={() => open('password')} />
      <Item name={words.passkeys} run={() => open('passkeys')} />
      <Item name={words.signOut} run={() => void signOut()} />
    </Menu>
  )
}

function Item({ name, run, isChosen }: { name: string; run: () => void; isChosen?: boolean }) {
  return (
    <MenuItem run={run} {...(isChosen === undefined ? {} : { isChosen })}>
      <span className="check">{isChosen ? <Check /> : null}</span>
      {name}
    </MenuItem>
  )
}

export function initials(name: string): string {
  const words = name.split(/[\s.]+/).filter(Boolean)
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase()
}
