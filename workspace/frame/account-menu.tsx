import type { Me } from '@portico/sdk'
import { useNavigate } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { type Preferences, setPreferences, usePreferences } from '../data/preferences.ts'
import { signOut } from '../data/session.ts'
import { Menu } from '../ui/menu.tsx'
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
      {(close) => (
        <>
          <h3 role="presentation">
            <b>{me.displayName}</b> <span className="faint">{me.username}</span>
          </h3>
          <hr />
          <h3 role="presentation">{words.theme.label}</h3>
          {themes.map((value) => (
            <Choice
              key={value}
              name={words.theme[value]}
              isChosen={value === theme}
              choose={() => setPreferences({ theme: value })}
            />
          ))}
          <h3 role="presentation">{words.density.label}</h3>
          {densities.map((value) => (
            <Choice
              key={value}
              name={words.density[value]}
              isChosen={value === density}
              choose={() => setPreferences({ density: value })}
            />
          ))}
          <hr />
          <Item
            name={words.alertSettings}
            act={() => void navigate({ to: '/alerts/settings' })}
            close={close}
          />
          <Item name={words.shortcuts.title} act={() => open('shortcuts')} close={close} />
          <Item name={words.changePassword} act={() => open('password')} close={close} />
          <Item name={words.passkeys} act={() => open('passkeys')} close={close} />
          <Item name={words.signOut} act={() => void signOut()} close={close} />
        </>
      )}
    </Menu>
  )
}

function Item({ name, act, close }: { name: string; act: () => void; close: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        close()
        act()
      }}
    >
      <span className="check" />
      {name}
    </button>
  )
}

function Choice({ name, isChosen, choose }: { name: string; isChosen: boolean; choose: () => void }) {
  return (
    <button type="button" role="menuitemradio" aria-checked={isChosen} tabIndex={-1} onClick={choose}>
      <span className="check">{isChosen ? <Check /> : null}</span>
      {name}
    </button>
  )
}

export function initials(name: string): string {
  const words = name.split(/[\s.]+/).filter(Boolean)
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase()
}
