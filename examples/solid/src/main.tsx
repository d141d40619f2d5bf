import { render } from 'solid-js/web';
import { App } from './app';
import './style.css';

render(() => <App />, document.getElementById('app')!);
