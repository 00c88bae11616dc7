import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import Demo from './LiveDemo.vue';
import PageList from './PageList.vue';
import Playground from './PlaygroundPage.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-before': () => h('div', { class: 'home-demo' }, h(Demo, { name: 'home' })),
    }),
  enhanceApp({ app }: { app: { component(name: string, component: unknown): void } }) {
    app.component('Demo', Demo);
    app.component('PageList', PageList);
    app.component('Playground', Playground);
  },
};
