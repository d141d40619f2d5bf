import { createApp } from 'vue';
import App from './App.vue';
import { auth } from './auth';
import { router } from './router';
import './style.css';

createApp(App).use(auth).use(router).mount('#app');
