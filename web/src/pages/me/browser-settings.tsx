import { type Settings, set, settings } from '../../core/settings.ts';
import { useStore } from '../../core/store.ts';
import { WORDS_OF_ME } from '../../core/words/me.ts';

const SWITCHES = ['sound', 'quick', 'ask', 'list', 'paced', 'chances', 'keys', 'still', 'fourColours'] as const;
const THEMES = ['system', 'light', 'dark'] as const;

export function BrowserSettings() {
  const now = useStore(settings);
  const words = WORDS_OF_ME.settings;
  return (
    <section class="panel form" aria-labelledby="settings">
      <h2 id="settings">{words.title}</h2>
      {SWITCHES.map((name) => (
        <label key={name} class={`check ${name}`}>
          <input
            type="checkbox"
            checked={now[name]}
            onChange={(event) => set({ [name]: event.currentTarget.checked })}
          />{' '}
          {words[name]}
        </label>
      ))}
      <label class="field">
        {words.theme}
        <select value={now.theme} onChange={(event) => set({ theme: event.currentTarget.value as Settings['theme'] })}>
          {THEMES.map((theme) => (
            <option key={theme} value={theme}>
              {words.themes[theme]}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}
