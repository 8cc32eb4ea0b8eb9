import { render } from 'preact';
import { App } from './app.tsx';
import { guardIntentions } from './core/one-intention.ts';
import { applySettings } from './core/settings.ts';
import { reloadAfterUpgrade } from './core/upgrade.ts';
import './look/tokens.css';
import './base.css';
import './table.css';

const root = document.getElementById('app');
if (root === null) throw new Error('index.html has no place for the pages');
reloadAfterUpgrade();
guardIntentions();
applySettings();
render(<App />, root);
